-- Who invited, so that an invitation ends with the role of its inviter (ORG-05). Invitations of before have none.
alter table organisation_invitations add column invited_by integer
  constraint organisation_invitations_invited_by_fkey references users (id);
