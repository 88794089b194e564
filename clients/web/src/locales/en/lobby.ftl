lobby-title = Tables
lobby-new = Open a table
lobby-open = Open tables
lobby-empty = No table is open yet: open the first one.
