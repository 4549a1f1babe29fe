import { dateAndTime } from '#contract/dates.ts';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import { zoneName } from '#web/local-time.ts';
import { today } from '#web/platform/clock.ts';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { useUpdateTimeZone } from './profile-api.ts';
import { zonesWith } from './settings-display.ts';

/** The row of Settings with the zone in which the member reads days and times (SET-21). */
export function TimeZonePanel({ member }: { member: CurrentUser }) {
  const update = useUpdateTimeZone();
  const zone = update.isPending ? update.variables : (member.timeZone ?? zoneName());
  return (
    <Field label="Time zone" hint={`It is ${dateAndTime(today(), zone)} there now.`}>
      <Select
        value={zone}
        translate="no"
        className="sm:max-w-80"
        onChange={({ target }) => {
          if (!update.isPending) update.mutate(target.value);
        }}
      >
        {zonesWith(zone).map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
    </Field>
  );
}
