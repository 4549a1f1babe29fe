import { Download } from 'lucide-react';
import { useState } from 'react';
import { today } from '#web/platform/clock.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { useAccountsExport } from './api.ts';
import { monthName, recentMonths } from './display.ts';

/** Card with the accountant's files of a month (TAX-07). */
export function AccountsCard() {
  const months = recentMonths(today());
  const [month, setMonth] = useState(months[1] ?? months[0] ?? '');
  const exporting = useAccountsExport(month);
  return (
    <Card>
      <h2>For your accountant</h2>
      <p className="mt-2 mb-4 text-sm text-muted-foreground">
        Every payment, refund and lost dispute of a month with its document, what the provider charged for each, and the
        taxes by country. Months are in UTC.
      </p>
      <div className="flex flex-wrap items-end gap-4">
        <Field label="Month" className="w-56">
          <Select value={month} onChange={({ target }) => setMonth(target.value)}>
            {months.map((one) => (
              <option key={one} value={one}>
                {monthName(one)}
              </option>
            ))}
          </Select>
        </Field>
        <Button
          variant="outline"
          isBusy={exporting.isPending && exporting.variables === 'entries'}
          onClick={() => exporting.mutate('entries')}
        >
          <Download size={18} />
          Payments and refunds
        </Button>
        <Button
          variant="outline"
          isBusy={exporting.isPending && exporting.variables === 'fees'}
          onClick={() => exporting.mutate('fees')}
        >
          <Download size={18} />
          Fees
        </Button>
        <Button
          variant="outline"
          isBusy={exporting.isPending && exporting.variables === 'taxes'}
          onClick={() => exporting.mutate('taxes')}
        >
          <Download size={18} />
          Taxes by country
        </Button>
      </div>
    </Card>
  );
}
