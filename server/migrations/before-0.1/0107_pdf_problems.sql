-- Why a PDF cannot be read as it should (UPLOAD-10); null for a fine one. Nodes of the version before write none.
alter table pdf_facts add column problem text constraint pdf_facts_problem_check
  check (problem in ('locked', 'damaged', 'cut-off', 'empty', 'unreadable'));
-- What could not be read before is read again, to say why. Such a file has no drawn pages.
delete from pdf_facts where page_count is null;
