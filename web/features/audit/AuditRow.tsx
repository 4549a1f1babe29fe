import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { AuditChange, AuditEntry } from '#contract/audit.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { DataTable, type DataTableColumn, NoValue } from '../../ui/DataTable.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { fieldName, instantText, originText, sentenceOf } from './display.ts';

/** An entry: its sentence, time and origin, and on demand the values before and after. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const sentence = sentenceOf(entry);
  const origin = originText(entry);
  return (
    <li className="px-5 py-4 lg:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-semibold wrap-anywhere">{sentence}</p>
          <p className="mt-1 text-sm wrap-anywhere text-muted-foreground">
            <time dateTime={entry.happenedAt} className="tabular-nums">
              {instantText(entry.happenedAt)}
            </time>
            {origin === null ? null : <span> · {origin}</span>}
          </p>
        </div>
        <Button
          variant="ghost"
          size="small"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronDown size={16} className={classes('transition-transform', isOpen && 'rotate-180')} />
          Details<VisuallyHidden>: {sentence}</VisuallyHidden>
        </Button>
      </div>
      <div id={detailsId} hidden={!isOpen} className="mt-4">
        {isOpen ? <Details entry={entry} /> : null}
      </div>
    </li>
  );
}

function Details({ entry }: { entry: AuditEntry }) {
  const { changes, actor, member, object, objectId, requestId } = entry;
  const facts = [
    ['By', actor?.email],
    ['About', member?.email],
    ['Object', `${object} ${objectId}`],
    ['Request', requestId],
  ];
  return (
    <div className="flex flex-col gap-4">
      {changes.length === 0 ? (
        <p className="text-sm text-muted-foreground">This entry has no recorded values.</p>
      ) : (
        <div className="overflow-hidden rounded-md border border-border">
          <DataTable caption="Before and after" columns={columns} rows={changes} rowKey={({ field }) => field} />
        </div>
      )}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-xs text-muted-foreground">
        {facts.map(([name, value]) =>
          value ? (
            <div key={name} className="flex min-w-0 gap-1.5">
              <dt>{name}</dt>
              <dd className="font-mono wrap-anywhere">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </div>
  );
}

const columns: DataTableColumn<AuditChange>[] = [
  { key: 'field', header: 'Field', kind: 'subject', cell: ({ field }) => fieldName(field) },
  { key: 'before', header: 'Before', cell: ({ before }) => <Value text={before} /> },
  { key: 'after', header: 'After', cell: ({ after }) => <Value text={after} /> },
];

function Value({ text }: { text: string | null }) {
  return text === null ? <NoValue /> : <span className="wrap-anywhere whitespace-pre-wrap">{text}</span>;
}
