-- These rows live for hours or days, and their ids reach the end of the type first: at 60,000 mails a day in 98 years, at
-- a million in six. The numbers then begin again, whose rows were deleted long ago. A change of type would lock the
-- tables while it writes them anew.
alter table mails alter column id set cycle;
alter table tool_tokens alter column id set cycle;
alter table account_links alter column id set cycle;
