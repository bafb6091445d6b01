"""What the server refuses, as tables: each rule with examples of its breach, the doors it holds at, and the answer.

`test_refusals.py` tries every breach at every door of its rule; `refusals.md` beside it lists the rules. To write it anew:

    .venv/bin/python Server/Tests/Scenarios/list_refusals.py > Server/Tests/Scenarios/refusals.md
"""
