"""Tables of the server's refusals: each rule with its breaches, its doors (endpoints) and the error response.

`test_refusals.py` tries every breach at every door of its rule; `refusals.md` beside it lists the rules. To regenerate
it:

    .venv/bin/python Server/Tests/Scenarios/list_refusals.py > Server/Tests/Scenarios/refusals.md
"""
