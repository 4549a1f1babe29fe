-- Words of the inviter (ORG-13). Characters as people see them take several of these.
alter table organisation_invitations add column message text
  constraint organisation_invitations_message_check check (length(message) between 1 and 4000);
