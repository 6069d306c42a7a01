"""Answers each JSON line on stdin with what pytrec_eval computes for it, as one JSON line.

In:  {"level": 1, "judged_only": false, "qrels": {query: {doc: int}}, "run": {query: {doc: float}}}
Out: {query: {measure: value}}, with null for what is not a number
"""

import json
import math
import sys

import pytrec_eval

# Texts and names, not numbers.
MEASURES = sorted(pytrec_eval.supported_measures - {"relstring", "runid"})

for line in sys.stdin:
    case = json.loads(line)
    evaluator = pytrec_eval.RelevanceEvaluator(
        case["qrels"], MEASURES, case["level"], case["judged_only"]
    )
    answer = {
        query: {name: value if math.isfinite(value) else None for name, value in values.items()}
        for query, values in evaluator.evaluate(case["run"]).items()
    }
    print(json.dumps(answer))
