-- Outside a transaction, because rows are written.
update organisation_absences a set address_keys = array[u.address_key]
from users u where u.id = a.user_id and u.deleted_at is null and a.address_keys = '{}';
