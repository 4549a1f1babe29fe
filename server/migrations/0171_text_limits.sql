-- Names and reasons have the maximum of their forms: 60 and 300 characters of 8 code points each.
-- Unused since 0170: the new checks allow all that the former ones did.
alter table connections drop constraint connections_name_check;
alter table connections add constraint connections_name_check check (length(name) between 1 and 480) not valid;
alter table voided_questions drop constraint voided_questions_reason_check;
alter table voided_questions add constraint voided_questions_reason_check check (length(reason) between 1 and 2400) not valid;
