import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { useId, useState } from 'react';
import type { AuditChange, AuditEntry } from '#contract/operations/audit.ts';
import { ListPages, TableSkeleton } from '#web/admin/ListPanel.tsx';
import { keysOf } from '#web/catalogue/catalogue/display.ts';
import { AdminPage } from '#web/identity/accounts/AdminOnly.tsx';
import { usePageState } from '#web/platform/page-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { DataTable, type DataTableColumn, NoValue } from '#web/ui/DataTable.tsx';
import { Field } from '#web/ui/Field.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { auditEntries, auditPageSize, useAuditDownload } from './api.ts';
import {
  type AuditState,
  actionNames,
  actionsOf,
  allEntries,
  auditSearch,
  fieldName,
  foundText,
  instantText,
  isNarrowed,
  objectNames,
  originText,
  sentenceOf,
} from './display.ts';

export function AuditScreen() {
  return (
    <AdminPage
      title="Audit log"
      subtitle="Who did what to whom, when and from where. Entries cannot be changed or deleted."
    >
      <AuditPanel />
    </AdminPage>
  );
}

function AuditPanel() {
  const [state, change] = usePageState(auditSearch);
  return (
    <div className="flex flex-col gap-6">
      <AuditFilters
        state={state}
        onNarrow={(part, replace = false) => change({ ...state, ...part, before: null }, { replace, keepScroll: true })}
      />
      <Entries
        state={state}
        onBefore={(before) => change({ ...state, before })}
        onClear={() => change(allEntries, { replace: true, keepScroll: true })}
      />
    </div>
  );
}

type EntriesProps = { state: AuditState; onBefore: (before: number | null) => void; onClear: () => void };

function Entries({ state, onBefore, onClear }: EntriesProps) {
  const query = useQuery(auditEntries(state));
  return (
    <ListPages
      list={{
        state: { page: 1 },
        isNarrowed: isNarrowed(state),
        turnTo: () => onBefore(null),
        clear: onClear,
      }}
      query={query}
      skeleton={<TableSkeleton label="Loading the audit log" />}
      failure="The audit log did not load"
      safe="Nothing was changed. Check your connection, then try again."
      none={{ title: 'No entries yet', description: 'What administrators and members change appears here.' }}
      noMatch={{ title: 'No entries found', description: 'No audit entries match these filters.' }}
    >
      {({ items, totalCount, isMinimum }) => (
        <div className="flex flex-col gap-4">
          <p role="status" className="text-sm text-muted-foreground">
            {foundText(totalCount, isMinimum)}
          </p>
          <Card isPadded={false} aria-busy={query.isPlaceholderData} className="overflow-hidden aria-busy:opacity-60">
            <ul aria-label="Entries" className="lines-between">
              {items.map((entry) => (
                <AuditRow key={entry.id} entry={entry} />
              ))}
            </ul>
          </Card>
          <nav aria-label="Pages of the audit log" className="flex flex-wrap justify-center gap-3">
            {state.before === null ? null : (
              <Button variant="outline" onClick={() => onBefore(null)}>
                Newest entries
              </Button>
            )}
            {items.length < auditPageSize ? null : (
              <Button variant="outline" onClick={() => onBefore(items.at(-1)?.id ?? null)}>
                Older entries
              </Button>
            )}
          </nav>
        </div>
      )}
    </ListPages>
  );
}

type AuditFiltersProps = { state: AuditState; onNarrow: (part: Partial<AuditState>, replace?: boolean) => void };

/** Filters of the entries, all of them in the URL. */
function AuditFilters({ state, onNarrow }: AuditFiltersProps) {
  const exporting = useAuditDownload(state);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <SearchBox
          label="Search people"
          placeholder="Who did it, or whom it concerned"
          value={state.person}
          onSearch={(person) => onNarrow({ person }, true)}
        />
        <SearchBox
          label="Search values"
          placeholder="Text before or after the change"
          value={state.search}
          onSearch={(search) => onNarrow({ search }, true)}
        />
      </div>
      <div className="grid grid-cols-2 items-end gap-3 lg:flex">
        <Field label="Object" className="lg:w-48">
          <Select
            value={state.object}
            onChange={({ target }) =>
              onNarrow({ object: keysOf(objectNames).find((one) => one === target.value) ?? '', action: '' })
            }
          >
            <option value="">Everything</option>
            {keysOf(objectNames).map((object) => (
              <option key={object} value={object}>
                {objectNames[object]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Action" className="lg:w-48">
          <Select
            value={state.action}
            onChange={({ target }) =>
              onNarrow({ action: actionsOf(state.object).find((one) => one === target.value) ?? '' })
            }
          >
            <option value="">Any action</option>
            {actionsOf(state.object).map((action) => (
              <option key={action} value={action}>
                {actionNames[action]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="From" className="lg:w-40">
          <TextInput type="date" value={state.from} onChange={({ target }) => onNarrow({ from: target.value }, true)} />
        </Field>
        <Field label="To" className="lg:w-40">
          <TextInput type="date" value={state.to} onChange={({ target }) => onNarrow({ to: target.value }, true)} />
        </Field>
        <Button
          variant="outline"
          isBusy={exporting.isPending}
          onClick={() => exporting.mutate()}
          className="max-lg:col-span-2 lg:ml-auto"
        >
          {exporting.isPending ? null : <Download size={18} />}
          Download CSV
        </Button>
      </div>
    </div>
  );
}

/** An entry: its sentence, time and origin, and on demand the values before and after. */
function AuditRow({ entry }: { entry: AuditEntry }) {
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
  const { changes, actor, key, member, object, objectId, requestId } = entry;
  const facts = [
    ['By', actor?.email],
    ['API key', key?.start && `${key.start}…`],
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
              <dd translate="no" className="font-mono wrap-anywhere">
                {value}
              </dd>
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
