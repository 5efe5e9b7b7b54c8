"""Every recorded case of the layout evaluator (003), on `errata.compat.snapshot` and on the validation of `errata`."""

import json

import jsonschema
import pytest
from recorded import cases, of
from test_recorded_cases import assert_same

from errata.compat import snapshot
from errata.io.json_schema import faults
from errata.io.snapshot_rules import between, schema_named, violations
from errata.kernels.boxes import overlap

FILE = "003-snapshot-detection.jsonl"
PROVENANCE = {"schema_validate"}  # they name files of the original repository: no test
SIDES = {"gt": "ground_truth", "pred": "prediction"}


def named(function):
    return pytest.mark.parametrize("case", of(FILE, function), ids=lambda case: case.input.get("name", case.id))


def evaluated(case, folder, **more):
    """The report on the two files of a case, as the recorded ones are: without paths."""
    paths = []
    for side in SIDES.values():
        paths.append(folder / f"{side}.json")
        paths[-1].write_text(json.dumps(case.input[side]), "utf-8")
    report = snapshot.evaluate(gt_json_path=paths[0], pred_json_path=paths[1], **more)
    assert report["info"].pop("gt_path") == str(paths[0])
    assert report["info"].pop("pred_path") == str(paths[1])
    return report


def test_no_recorded_case_has_vanished():
    counts = {}
    for case in cases(FILE):
        counts[case.function] = counts.get(case.function, 0) + 1
    assert counts == {
        "evaluate": 31,
        "iou_coverage_purity": 4,
        "schema_validate": 8,
        "validate_and_evaluate": 22,
        "cli_stdout_summary": 1,
    }


@named("evaluate")
def test_a_recorded_evaluation_gives_the_recorded_report(case, tmp_path):
    settings = {key: case.input[key] for key in ("iou_thresholds", "labels")}
    assert_same(evaluated(case, tmp_path, **settings), case.expected["report"])


@named("validate_and_evaluate")
def test_what_breaks_a_rule_is_scored_as_the_original_scores_it(case, tmp_path):
    expected = case.expected["original_evaluator"]
    if "raises" in expected:
        with pytest.raises(ValueError, match="bbox"):
            evaluated(case, tmp_path)
    else:
        assert_same(evaluated(case, tmp_path), expected)


@named("iou_coverage_purity")
def test_a_recorded_pair_of_boxes_overlaps_as_recorded(case):
    assert_same(snapshot.iou_coverage_purity(**case.input), case.expected)


@named("iou_coverage_purity")
def test_the_kernel_gives_the_same_bits_as_the_original(case):
    import numpy as np

    found = overlap(np.array(case.input["gt"], float), np.array(case.input["pred"], float))
    assert {name: float(getattr(found, name)) for name in found._fields} == {
        name: case.expected[name] for name in found._fields
    }


@named("cli_stdout_summary")
def test_the_printed_summary_and_the_report_file_are_the_originals(case, tmp_path):
    report = evaluated(case, tmp_path, output_path=tmp_path / "new" / "report.json")
    printed = snapshot.format_documents(report) + snapshot.format_summary(report, case.input["iou_threshold"])
    assert printed == case.expected["stdout"]
    assert (tmp_path / "new/report.json").read_text("utf-8").endswith(case.expected["report_file_text_tail"])


@named("validate_and_evaluate")
def test_every_recorded_violation_is_found_with_its_rule_file_and_object(case):
    found = [violation for side, role in SIDES.items() for violation in violations(case.input[role], side, role=role)]
    found += between(case.input["ground_truth"], case.input["prediction"], "pred")
    expected = [name for name in case.expected["spec_section9_violations"] if "strict" not in name]
    for name in expected:  # null counts as absent: what only a strict reading forbids is no violation
        rule, *rest = name.split(":")
        sides = [rest.pop(0)] if rest[0] in SIDES else [*SIDES]
        same = [violation for violation in found if violation.rule == rule and violation.file in sides]
        evidence = rest[-1]
        assert any(
            evidence.removesuffix("-differs") in f"{violation.path} {violation.problem}" for violation in same
        ), (name, found)
    by_document = {violation.rule for violation in found} - {"schema"}
    assert by_document == {name.split(":")[0] for name in expected}


@named("validate_and_evaluate")
@pytest.mark.parametrize("revision", ["2026-02", "2026-05"])
def test_a_schema_of_a_revision_refuses_what_the_original_schema_refuses(case, revision):
    schema = schema_named(revision)
    recorded = case.expected[f"schema_{revision.replace('-', '_')}_errors"]
    for side, role in SIDES.items():
        document = case.input[role]
        assert bool(list(faults(document, schema, schema))) == bool(recorded[side]), side
        assert bool(list(jsonschema.Draft202012Validator(schema).iter_errors(document))) == bool(recorded[side]), side


def test_a_mismatch_of_documents_is_listed():
    report = {"documents_mismatch": {"only_gt": ["a", "b"], "only_pred": []}}
    assert snapshot.format_documents(report) == (
        "[WARN] documents differ between GT and predictions.\n  Only in GT (2): a, b\n"
    )
