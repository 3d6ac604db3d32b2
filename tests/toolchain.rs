//! Checks that the compiler version that `Cargo.toml` demands is new enough for every dependency.

use std::process::Command;

use serde_json::Value;

/// Returns the numbers of a version such as `1.89` or `1.89.0`.
fn version(text: &str) -> Vec<u32> {
    let mut parts: Vec<u32> = text
        .split('.')
        .map(|part| part.parse().expect("a version is numbers"))
        .collect();
    parts.resize(3, 0);
    parts
}

#[test]
fn no_dependency_asks_for_a_later_compiler_than_the_project() {
    let cargo = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--offline"])
        .args(["--filter-platform", "x86_64-unknown-linux-gnu"])
        .output()
        .expect("cargo runs this test");
    assert!(
        cargo.status.success(),
        "{}",
        String::from_utf8_lossy(&cargo.stderr)
    );
    let metadata: Value = serde_json::from_slice(&cargo.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("a list");
    let ours = version(env!("CARGO_PKG_RUST_VERSION"));
    let mut asked = 0;
    for package in packages {
        let Some(theirs) = package["rust_version"].as_str() else {
            continue;
        };
        asked += 1;
        assert!(
            version(theirs) <= ours,
            "{} asks for {theirs}",
            package["name"]
        );
    }
    assert!(asked > 50, "{asked} of {} packages say", packages.len());
}
