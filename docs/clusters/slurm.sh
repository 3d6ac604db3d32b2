#!/usr/bin/env bash
# Plays scenarios as a job array of Slurm and merges the parts when all of them are through.
#
#   slurm.sh PARTS OUT FILE... [flags of `skirmish run`]
#   slurm.sh 16 results gate.toml --fights 100M
#
# Run it where the scenario is, in a directory that all nodes share. The parts go to OUT.parts, the report to OUT.
# A task that is killed goes on from its last checkpoint when it is queued again, by Slurm or by `scontrol requeue`. The same
# command once more plays only what is missing, also with more --fights.
#
#   CPUS=4     threads of a task (1 when not given)
#   SBATCH=…   more words for both sbatch, as "--partition=night --time=8:00:00"
set -euo pipefail
[ $# -ge 3 ] || { sed -n '2,13p' "$0" >&2; exit 2; }
parts=$1 out=$2
shift 2
mkdir -p "$out.parts/log"
words=$(printf '%q ' "$@")
place=$(printf '%q' "$out.parts")

# The words of SBATCH are meant to be split.
# shellcheck disable=SC2086
array=$(sbatch --parsable --job-name=skirmish --array="1-$parts" --cpus-per-task="${CPUS:-1}" --requeue \
    --open-mode=append --output="$out.parts/log/%a.log" ${SBATCH:-} \
    --wrap="exec skirmish run $words --shard auto/$parts --out $place/part-\$SLURM_ARRAY_TASK_ID --resume --threads \$SLURM_CPUS_PER_TASK")
# shellcheck disable=SC2086
merge=$(sbatch --parsable --job-name=skirmish-merge --dependency="afterok:$array" \
    --output="$out.parts/log/merge.log" ${SBATCH:-} \
    --wrap="exec skirmish merge $place/part-* --out $(printf '%q' "$out")")
echo "parts: job $array, merge: job $merge"
