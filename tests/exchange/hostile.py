"""A rulebook whose names and texts would be code, were they not kept from it."""

TEXT = (
    r"'''); import os; os._exit(3) # */ </script><script>alert(1)</script> ${process.exit(3)} \" \ `; process.exit(3);"
    " // é 🂡"
)
QUOTED = TEXT.replace('"', "”")

BOOK = f"""# Hostile

```misdeal
rulebook Ruling "{QUOTED}"
seats __proto__ 2..3
type constructor = {{hasOwnProperty "{QUOTED}", toString, __proto__}}
fact NAME: yes/no "{QUOTED}"
fact range: constructor "{QUOTED}"
fact f_x: 0..9 "{QUOTED}"
fact x: 0..9 "{QUOTED}"
fact _f_x: 0..9 "{QUOTED}"
fact lambda[s: constructor]: 0..3 when NAME "{QUOTED}"
fact arguments[p]: yes/no "{QUOTED}"
fact facts: yes/no "{QUOTED}"
let eval(p) = arguments[p] and facts
always x <= f_x or NAME "{QUOTED}"
ruling None: {{def, while, typeof}} "{QUOTED}"
ruling print[p]: yes/no otherwise no "{QUOTED}"
ruling print_fast: 0..9 "{QUOTED}"
ruling _one: constructor "{QUOTED}"
clause 1 "{QUOTED}" when some p: eval(p) then None is while
clause 2 "{QUOTED}" when x + _f_x > 9 then None is typeof
clause 3 "{QUOTED}" for each p when eval(p) then print[p] is yes
clause 4 "{QUOTED}" then print_fast is f_x
clause 5 "{QUOTED}" when lambda[range] > 1 then _one is range
```
"""
