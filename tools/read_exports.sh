#!/bin/sh
# Has the exports in record/src/export/golden read by the tools that they are for: benchstat, Prometheus' own parser for Python, junitparser,
# and JSON Schema for Bencher's published schema. Whatever is not there is said and passed over; what is there must read all of it.
#
#   pip install prometheus_client junitparser jsonschema; go install golang.org/x/perf/cmd/benchstat@latest
#   tools/read_exports.sh
set -eu
cd "$(dirname "$0")/../record/src/export/golden"

if command -v benchstat > /dev/null; then
    benchstat -filter '.unit:ns/op OR .unit:sec/op' go.txt
    rows=$(benchstat -format csv go.txt 2> /dev/null | grep -c 'by=')
    [ "$rows" -eq 7 ] || { echo "benchstat: $rows of 7 benchmarks"; exit 1; }
    echo "benchstat: $rows benchmarks"
else
    echo "SKIPPED: no benchstat"
fi

python3 - <<'PYTHON'
import csv, json

def reader(name):
    try:
        return __import__(name, fromlist=["x"])
    except ImportError:
        print(f"SKIPPED: no {name}")

if parser := reader("prometheus_client.parser"):
    families = list(parser.text_string_to_metric_families(open("curvemark.prom", encoding="utf-8").read()))
    samples = {family.name: len(family.samples) for family in families}
    assert samples == {"curvemark_time_seconds": 35, "curvemark_ratio": 9, "curvemark_fit": 1, "curvemark_gate_failures": 1}, samples
    peers = {sample.labels["implementation"] for family in families for sample in family.samples if "implementation" in sample.labels}
    assert 'a "peer" <1 & \\2>, µ' in peers, peers
    print(f"prometheus_client: {samples}")

if junit := reader("junitparser"):
    suites = list(junit.JUnitXml.fromfile("junit.xml"))
    found = {suite.name: (len(list(suite)), suite.tests, suite.failures, suite.skipped) for suite in suites}
    assert found == {"gate": (3, 3, 1, 1), "measurement": (8, 8, 0, 0)}, found
    print(f"junitparser: {found}")

bencher = json.load(open("bencher.json", encoding="utf-8"))
if jsonschema := reader("jsonschema"):
    # https://bencher.dev/bmf.json
    measure = {"type": "object", "properties": {name: {"type": "number"} for name in ("value", "lower_value", "upper_value")}, "required": ["value"]}
    jsonschema.validate(bencher, {"type": "object", "patternProperties": {".+": {"type": "object", "patternProperties": {".+": measure}}}})
    print(f"jsonschema: {len(bencher)} benchmarks of Bencher")

rows = list(csv.DictReader(open("run.csv", encoding="utf-8", newline="")))
assert len(rows) == 7 and all(None not in row and None not in row.values() for row in rows)
print(f"csv: {len(rows)} rows")
PYTHON
