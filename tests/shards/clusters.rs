//! Tests of the files in `docs/clusters`. The commands in them must work as described. They are run with the
//! real schedulers if these are installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use yaml_rust2::{Yaml, YamlLoader};

use super::{Desk, program};

fn shipped(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("docs/clusters").join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(shipped(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn as_json(yaml: &Yaml) -> Value {
    match yaml {
        Yaml::String(text) | Yaml::Real(text) => json!(text),
        Yaml::Integer(number) => json!(number),
        Yaml::Boolean(truth) => json!(truth),
        Yaml::Array(list) => list.iter().map(as_json).collect(),
        Yaml::Hash(table) => {
            let key = |key: &Yaml| key.as_str().expect("keys are text").to_owned();
            let entries = table
                .iter()
                .map(|(name, value)| (key(name), as_json(value)));
            Value::Object(entries.collect())
        }
        _ => Value::Null,
    }
}

fn yaml(name: &str) -> Value {
    let documents = YamlLoader::load_from_str(&text(name)).expect("it is YAML");
    assert_eq!(documents.len(), 1, "{name}");
    as_json(&documents[0])
}

/// Returns a JSON Schema for the keys of a `batch/v1` Job that the file uses, by the API reference. It
/// forbids all other keys, so that misspelt ones are found.
fn job_schema() -> Value {
    let object = |required: &[&str], properties: Value| json!({ "type": "object", "required": required, "properties": properties, "additionalProperties": false });
    let texts = json!({ "type": "object", "additionalProperties": { "type": "string" } });
    let list = |items: Value| json!({ "type": "array", "minItems": 1, "items": items });
    let count = json!({ "type": "integer", "minimum": 1 });
    let label =
        json!({ "type": "string", "pattern": "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "maxLength": 63 });
    let amounts = object(
        &[],
        json!({
            "cpu": { "type": "string", "pattern": "^[0-9]+m?$" },
            "memory": { "type": "string", "pattern": "^[0-9]+(Ki|Mi|Gi)$" },
        }),
    );
    let container = object(
        &["name", "image"],
        json!({
            "name": label,
            "image": { "type": "string", "pattern": "^[a-z0-9./-]+:[A-Za-z0-9._-]+$" },
            "command": list(json!({ "type": "string" })),
            "workingDir": { "type": "string", "pattern": "^/" },
            "resources": object(&[], json!({ "requests": amounts, "limits": amounts })),
            "volumeMounts": list(object(
                &["name", "mountPath"],
                json!({ "name": label, "mountPath": { "type": "string", "pattern": "^/" } }),
            )),
        }),
    );
    let claim = object(&["claimName"], json!({ "claimName": label }));
    let pod = object(
        &["containers", "restartPolicy"],
        json!({
            "restartPolicy": { "enum": ["Never", "OnFailure"] },
            "containers": list(container),
            "volumes": list(object(&["name"], json!({ "name": label, "persistentVolumeClaim": claim }))),
        }),
    );
    let metadata = object(&[], json!({ "name": label, "labels": texts }));
    let spec = object(
        &["template"],
        json!({
            "completionMode": { "enum": ["NonIndexed", "Indexed"] },
            "completions": count,
            "parallelism": count,
            "backoffLimit": { "type": "integer", "minimum": 0 },
            "template": object(&["spec"], json!({ "metadata": metadata, "spec": pod })),
        }),
    );
    object(
        &["apiVersion", "kind", "metadata", "spec"],
        json!({
            "apiVersion": { "const": "batch/v1" },
            "kind": { "const": "Job" },
            "metadata": metadata,
            "spec": spec,
        }),
    )
}

fn words(value: &Value) -> Vec<String> {
    let words = value.as_array().expect("a list").iter();
    words
        .map(|word| word.as_str().expect("a text").to_owned())
        .collect()
}

/// Sets the `PATH` of a command so that `skirmish` is the program under test.
fn with_program(desk: &Desk, command: &mut Command) {
    let bin = program().parent().expect("a folder").to_owned();
    let path = std::env::var("PATH").expect("there is one");
    command
        .current_dir(desk.path("."))
        .env("PATH", format!("{}:{path}", bin.display()))
        .env("GITHUB_ACTIONS", "false")
        .env_remove("GITHUB_BASE_REF")
        .env_remove("SLURM_ARRAY_TASK_ID");
}

fn run(desk: &Desk, words: &[String], set: &[(&str, &str)]) {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    with_program(desk, &mut command);
    let output = command.envs(set.iter().copied()).output();
    let output = output.expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {said}");
}

#[test]
fn the_jobs_of_kubernetes_are_sound_and_their_commands_add_up_to_one_run() {
    let desk = Desk::new();
    fs::rename(desk.path("duel.toml"), desk.path("gate.toml")).expect("it is ours");
    let (parts, merge) = (yaml("kubernetes.yaml"), yaml("kubernetes-merge.yaml"));
    let schema = jsonschema::validator_for(&job_schema()).expect("a schema");
    for job in [&parts, &merge] {
        let faults: Vec<String> = schema
            .iter_errors(job)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(faults.is_empty(), "{faults:#?}");
        let spec = &job["spec"]["template"]["spec"];
        let mounted = &spec["containers"][0]["volumeMounts"][0];
        assert_eq!(mounted["name"], spec["volumes"][0]["name"]);
    }
    let mut slip = parts.clone();
    slip["spec"]["completion"] = json!(8);
    assert!(!schema.is_valid(&slip));
    let command = |job: &Value| words(&job["spec"]["template"]["spec"]["containers"][0]["command"]);
    let of = parts["spec"]["completions"].as_u64().expect("a number");
    for index in 0..of {
        let index = index.to_string();
        // Kubernetes replaces variables in commands in the same way.
        let words: Vec<String> = command(&parts)
            .iter()
            .map(|word| word.replace("$(JOB_COMPLETION_INDEX)", &index))
            .collect();
        run(&desk, &words, &[("JOB_COMPLETION_INDEX", &index)]);
    }
    run(&desk, &command(&merge), &[]);
    desk.ended(0, &["run", "gate.toml", "--quiet", "--out", "one"]);
    assert_eq!(desk.files("results"), desk.files("one"));
}

#[test]
fn the_workflow_of_github_plays_every_part_and_checks_the_balance() {
    let desk = Desk::new();
    fs::create_dir(desk.path("scenarios")).expect("the folder is ours");
    fs::copy(desk.path("duel.toml"), desk.path("scenarios/duel.toml")).expect("it is ours");
    // The workflow must name all scenarios. The folder also has a file that is no scenario by itself.
    fs::rename(
        desk.path("arms/fighters.toml"),
        desk.path("scenarios/fighters.toml"),
    )
    .expect("it is ours");
    let duel = desk
        .read("scenarios/duel.toml")
        .replace("arms/fighters.toml", "fighters.toml");
    desk.write("scenarios/duel.toml", duel);
    // The clone has a branch `origin/main`. The check compares with this branch.
    for words in [
        "init --quiet --initial-branch=main .",
        "add .",
        "-c user.name=a -c user.email=a@b.c commit --quiet -m first",
        "remote add origin .",
        "fetch --quiet origin",
    ] {
        let words = ["git"].into_iter().chain(words.split(' '));
        let words: Vec<String> = words.map(str::to_owned).collect();
        run(&desk, &words, &[]);
    }
    let flow = yaml("github.yml");
    let jobs = flow["jobs"].as_object().expect("jobs");
    let mut names: Vec<&str> = jobs.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["build", "gate", "merge", "part"]);
    for (name, job) in jobs {
        assert!(job["runs-on"].is_string(), "{name}");
        let needed = job["needs"].as_str();
        assert!(
            needed.is_none_or(|needed| jobs.contains_key(needed)),
            "{name}"
        );
        for step in job["steps"].as_array().expect("steps") {
            let uses = step["uses"].as_str().map(|uses| uses.contains('@'));
            assert!(
                uses == Some(true) || step["run"].is_string(),
                "{name}: {step}"
            );
        }
    }
    let parts = jobs["part"]["strategy"]["matrix"]["part"].as_array();
    let parts = parts.expect("parts");
    // This closure returns the script of the last step of a job that calls `skirmish`.
    let script = |job: &str| -> String {
        let steps = jobs[job]["steps"].as_array().expect("steps").iter();
        let mut runs = steps.filter_map(|step| step["run"].as_str());
        let found = runs.rfind(|run| run.starts_with("skirmish "));
        found.expect("it plays").replace("2M", "20k")
    };
    for part in parts {
        let script = script("part").replace("${{ matrix.part }}", &part.to_string());
        assert!(
            script.contains(&format!("--shard {part}/{}", parts.len())),
            "{script}"
        );
        run(&desk, &["bash".to_owned(), "-ec".to_owned(), script], &[]);
    }
    for job in ["merge", "gate"] {
        run(
            &desk,
            &["bash".to_owned(), "-ec".to_owned(), script(job)],
            &[],
        );
    }
    desk.ended(
        0,
        &[
            "run",
            "scenarios/duel.toml",
            "scenarios/fighters.toml",
            "--quiet",
            "--fights",
            "20k",
            "--out",
            "one",
        ],
    );
    let mut merged = desk.files("results");
    assert!(merged.remove("report.html").is_some());
    assert_eq!(merged, desk.files("one"));
    assert!(desk.read("balance.xml").contains("<testsuites"));
    assert!(desk.read("balance.html").contains("No fight was played"));
}

#[cfg(target_os = "linux")]
mod slurm {
    use std::net::TcpListener;
    use std::process::{Command, Output};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::super::{Desk, program, say};
    use super::{shipped, with_program};

    /// A Slurm scheduler on this machine, in its own folder. It needs neither munge nor root.
    struct Slurm<'d> {
        desk: &'d Desk,
    }

    /// Returns two unused ports.
    fn ports() -> [u16; 2] {
        let bound = [0; 2].map(|port| TcpListener::bind(("127.0.0.1", port)).expect("a port"));
        bound.map(|bound| bound.local_addr().expect("it is bound").port())
    }

    fn printed(command: &str, words: &[&str]) -> String {
        let output = Command::new(command).args(words).output();
        let output = output.expect("it is installed");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    impl<'d> Slurm<'d> {
        /// Starts Slurm. If it is not installed, prints a note and returns `None`.
        fn start(desk: &'d Desk) -> Option<Self> {
            for tool in ["slurmctld", "slurmd", "sbatch", "scontrol"] {
                if Command::new(tool).arg("-V").output().is_err() {
                    say(&format!(
                        "skipped: there is no {tool}; Debian has it in slurm-wlm"
                    ));
                    return None;
                }
            }
            let (host, user) = (printed("hostname", &["-s"]), printed("id", &["-un"]));
            let [control, node] = ports();
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let dir = desk.path("slurm").display().to_string();
            std::fs::create_dir_all(desk.path("slurm/state")).expect("the folder is ours");
            std::fs::create_dir_all(desk.path("slurm/spool")).expect("the folder is ours");
            desk.write(
                "slurm/slurm.conf",
                format!(
                    "ClusterName=one\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={control}\nSlurmdPort={node}\n\
                     AuthType=auth/none\nCredType=cred/none\nSlurmUser={user}\nSlurmdUser={user}\n\
                     StateSaveLocation={dir}/state\nSlurmdSpoolDir={dir}/spool\n\
                     SlurmctldPidFile={dir}/slurmctld.pid\nSlurmdPidFile={dir}/slurmd.pid\n\
                     SlurmctldLogFile={dir}/slurmctld.log\nSlurmdLogFile={dir}/slurmd.log\n\
                     ProctrackType=proctrack/pgid\nTaskPlugin=task/none\nSelectType=select/cons_tres\n\
                     SelectTypeParameters=CR_Core\nJobAcctGatherType=jobacct_gather/none\nReturnToService=2\n\
                     MpiDefault=none\nKillWait=1\nSchedulerParameters=sched_interval=1,batch_sched_delay=0\n\
                     NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} State=UNKNOWN\n\
                     PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n"
                ),
            );
            let slurm = Self { desk };
            for daemon in ["slurmctld", "slurmd"] {
                let started = slurm.output(&mut Command::new(daemon));
                if !started.status.success() {
                    say(&format!(
                        "skipped: {daemon} does not start: {}",
                        String::from_utf8_lossy(&started.stderr)
                    ));
                    return None;
                }
            }
            let idle = || slurm.said("sinfo", &["-h", "-o", "%t"]).contains("idle");
            slurm.wait("the node is idle", idle);
            Some(slurm)
        }

        fn output(&self, command: &mut Command) -> Output {
            with_program(self.desk, command);
            command.env("SLURM_CONF", self.desk.path("slurm/slurm.conf"));
            command.output().expect("it is installed")
        }

        fn said(&self, command: &str, words: &[&str]) -> String {
            let output = self.output(Command::new(command).args(words));
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        }

        /// Waits until `is_so` returns true, for at most five minutes. Nothing in these tests takes nearly as
        /// long.
        fn wait(&self, what: &str, is_so: impl Fn() -> bool) {
            let begun = Instant::now();
            while !is_so() {
                let queue = || self.said("squeue", &["-a"]);
                assert!(
                    begun.elapsed() < Duration::from_secs(300),
                    "{what}: {}",
                    queue()
                );
                sleep(Duration::from_millis(50));
            }
        }
    }

    impl Drop for Slurm<'_> {
        fn drop(&mut self) {
            self.said("scontrol", &["shutdown"]);
            // When a daemon ends, it removes its file.
            let gone = |name: &str| !self.desk.path(name).exists();
            for _ in 0..100 {
                if gone("slurm/slurmctld.pid") && gone("slurm/slurmd.pid") {
                    return;
                }
                sleep(Duration::from_millis(50));
            }
        }
    }

    #[test]
    fn a_job_array_of_slurm_adds_up_to_one_run_though_a_task_is_killed() {
        let desk = Desk::new();
        let Some(slurm) = Slurm::start(&desk) else {
            return;
        };
        assert!(program().ends_with("skirmish"));
        let fights = ["--fights", "600k", "--checkpoint", "0.05"];
        let words = [&["8", "results", "duel.toml"], &fights[..]].concat();
        let said = slurm.output(Command::new(shipped("slurm.sh")).args(words));
        let jobs = String::from_utf8_lossy(&said.stdout).into_owned();
        assert!(
            said.status.success(),
            "{}",
            String::from_utf8_lossy(&said.stderr)
        );
        let array = jobs
            .split(|c: char| !c.is_ascii_digit())
            .find(|word| !word.is_empty())
            .expect("the number of the array");
        // Once it has saved some counts, the task is killed and put into the queue again.
        let kept = || desk.path("results.parts/part-2/part.jsonl").exists();
        slurm.wait("something is kept", kept);
        let task = format!("{array}_2");
        let queued = slurm.output(Command::new("scontrol").args(["requeue", &task]));
        assert!(
            queued.status.success(),
            "{}",
            String::from_utf8_lossy(&queued.stderr)
        );
        let done = || desk.path("results/run.json").exists();
        // Slurm would start the task again only after two minutes.
        let over = || {
            slurm.said(
                "scontrol",
                &["update", &format!("jobid={task}"), "StartTime=now"],
            );
            slurm.said("squeue", &["-h"]).is_empty()
        };
        slurm.wait("all jobs are over", over);
        let logs = || {
            let logs = desk.files("results.parts/log");
            let text = |(name, log): (&String, &Vec<u8>)| {
                format!("{name}: {}", String::from_utf8_lossy(log))
            };
            logs.iter().map(text).collect::<Vec<_>>().join("\n")
        };
        assert!(done(), "{}", logs());
        let log = desk.read("results.parts/log/2.log");
        assert!(log.contains("continuing from"), "{log}");
        drop(slurm);
        desk.ended(
            0,
            &[
                "run",
                "duel.toml",
                "--quiet",
                "--fights",
                "600k",
                "--out",
                "one",
            ],
        );
        assert_eq!(desk.files("results"), desk.files("one"));
    }
}
