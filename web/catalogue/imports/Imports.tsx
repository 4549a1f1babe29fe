import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createImport, listImports } from '#contract/catalogue/imports.endpoints.ts';
import { type Import, mostImportRows } from '#contract/catalogue/imports.ts';
import { templateText } from '#contract/catalogue/publishing-columns.ts';
import { ListPanel } from '#web/admin/ListPanel.tsx';
import { dateAndTime } from '#web/dates.ts';
import { useAction } from '#web/platform/action.ts';
import { saveText } from '#web/platform/download.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { usePageState } from '#web/platform/page-state.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FileInput } from '#web/ui/FileInput.tsx';
import { focusHeading } from '#web/ui/PageHeading.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { sendFileTo } from '../files/api.ts';
import { forgetChoice } from '../files/use-uploads.ts';
import { exportAddress, importsQuery, pastPageSize, useDownload } from './api.ts';
import { CurrentImport } from './CurrentImport.tsx';
import { importSearch, offeredFiles, rejectionOf, stateNames, stateTones } from './display.ts';

const nothingChosen = { severity: null, field: null, page: 1 };

/** Export of the catalogue as a file, and import of files. */
export function Imports() {
  const [state, change] = usePageState(importSearch);
  const { data } = useQuery(importsQuery(state.past));
  // Shows the import in progress to an administrator who returns to this screen.
  const open = data?.items.find(({ state: one }) => ['checking', 'checked', 'importing'].includes(one));
  const [lastOpenId, setLastOpenId] = useState<number | null>(null);
  // An import that ends while it is on screen stays there.
  if (open && open.id !== lastOpenId) setLastOpenId(open.id);
  const shownId = state.import ?? lastOpenId;
  return (
    <div className="flex flex-col gap-6">
      <div className="grid gap-6 lg:grid-cols-2">
        <UploadCard
          onSent={({ id }) => change({ ...state, ...nothingChosen, import: id, past: 1 }, { keepScroll: true })}
        />
        <ExportCard />
      </div>
      {shownId === null ? null : (
        <CurrentImport
          key={shownId}
          id={shownId}
          filter={state}
          onFilter={(part) => change({ ...state, import: shownId, page: 1, ...part }, { keepScroll: true })}
        />
      )}
      <PastImports
        page={state.past}
        shownId={shownId}
        onPage={(past, options) => change({ ...state, past }, { ...options, keepScroll: true })}
        onShow={(id) => {
          change({ ...state, ...nothingChosen, import: id });
          focusHeading();
        }}
      />
    </div>
  );
}

const hint = `CSV or JSON, at most 20 MB and ${mostImportRows.toLocaleString('en-GB')} rows`;

/** Card that uploads a file of the catalogue. The portal checks it first; nothing changes before the import. */
function UploadCard({ onSent }: { onSent: (sent: Import) => void }) {
  const { sending, send, remove } = useSending(onSent);

  function choose([file]: File[]) {
    if (file) send(file);
  }

  return (
    <Card className="flex flex-col gap-4">
      <h2>Import</h2>
      <p className="text-sm text-muted-foreground">
        Every row is checked first, and nothing changes until you start the import. Then all of the file is imported, or
        nothing. Exports of Gumroad and Ghost are read, too: the check says what becomes of each field.
      </p>
      <Field label="File of the catalogue" hint={hint}>
        <FileInput
          accept={offeredFiles}
          files={sending ? [{ id: 'file', ...sending }] : []}
          onChange={forgetChoice}
          onChoose={choose}
          onRemove={remove}
        />
      </Field>
      <p className="mt-auto text-sm">
        <TextButton onClick={() => saveText('catalogue-template.csv', 'text/csv;charset=utf-8', templateText())}>
          Download the template
        </TextButton>
      </p>
    </Card>
  );
}

/** File that is being uploaded, or the reason why the upload failed. */
type Sending = { name: string; progressPercent?: number; error?: string };

/** Uploads one file of the catalogue and reports its progress; leaving the screen stops it. */
function useSending(onSent: (sent: Import) => void) {
  const [sending, setSending] = useState<Sending | null>(null);
  const stop = useRef<AbortController>(null);
  const { mutate } = useAction({
    // Another file takes the place of one that is being sent.
    isConcurrent: true,
    send: ({ file, signal }: { file: File; signal: AbortSignal }) =>
      sendFileTo(createImport, {
        file,
        signal,
        onProgress: (progressPercent) => setSending({ name: file.name, progressPercent }),
      }),
    keep: () => setSending(null),
    changed: [listImports],
    onDone: onSent,
    onFailed: (error, { file, signal }) => {
      if (!signal.aborted) setSending({ name: file.name, error: sentenceOf(error) });
    },
  });

  function send(file: File) {
    stop.current?.abort();
    const error = rejectionOf(file);
    if (error) return setSending({ name: file.name, error });
    stop.current = new AbortController();
    setSending({ name: file.name, progressPercent: 0 });
    mutate({ file, signal: stop.current.signal });
  }

  function remove() {
    stop.current?.abort();
    setSending(null);
  }

  // No component waits for this file once the screen is gone.
  useEffect(() => () => stop.current?.abort(), []);

  return { sending, send, remove };
}

function ExportCard() {
  return (
    <Card className="flex flex-col gap-4">
      <h2>Export</h2>
      <p className="text-sm text-muted-foreground">
        Every resource with all its fields, drafts included. Change the file in a spreadsheet program and import it
        again: the id says which resource a row is. Uploaded files and the texts of articles stay in the portal.
      </p>
      <div className="mt-auto flex flex-wrap gap-3 max-sm:flex-col">
        <ExportButton format="csv" label="Export as CSV" />
        <ExportButton format="json" label="Export as JSON" />
      </div>
    </Card>
  );
}

function ExportButton({ format, label }: { format: 'csv' | 'json'; label: string }) {
  const saving = useDownload(exportAddress(format));
  return (
    <Button variant="outline" isBusy={saving.isPending} onClick={() => saving.mutate()}>
      {saving.isPending ? null : <Download size={16} />}
      {label}
    </Button>
  );
}

type PastImportsProps = {
  page: number;
  shownId: number | null;
  onPage: (page: number, options?: { replace?: boolean }) => void;
  onShow: (id: number) => void;
};

/** Every uploaded file, newest first. */
function PastImports({ page, shownId, onPage, onShow }: PastImportsProps) {
  return (
    <section aria-labelledby="imports-heading" className="flex flex-col gap-4">
      <h2 id="imports-heading">Imports</h2>
      <ListPanel
        list={{ state: { page }, isNarrowed: false, turnTo: onPage, clear: () => onPage(1) }}
        query={useQuery(importsQuery(page))}
        noun={['import', 'imports']}
        failure="Failed to fetch past imports"
        none={{ title: 'Nothing was imported yet', description: 'A file that you upload is listed here.' }}
        pageSize={pastPageSize}
      >
        {(items) => (
          <DataTable caption="Imports" columns={columnsFor(shownId, onShow)} rows={items} rowKey={({ id }) => id} />
        )}
      </ListPanel>
    </section>
  );
}

function columnsFor(shownId: number | null, onShow: (id: number) => void): DataTableColumn<Import>[] {
  const count = (value: number) => value.toLocaleString('en-GB');
  return [
    {
      key: 'file',
      header: 'File',
      kind: 'subject',
      cell: ({ fileName }) => <span className="wrap-anywhere">{fileName}</span>,
    },
    { key: 'state', header: 'State', cell: ({ state }) => <Badge tone={stateTones[state]}>{stateNames[state]}</Badge> },
    { key: 'new', header: 'New', align: 'end', cell: ({ newCount }) => count(newCount) },
    { key: 'changed', header: 'Changed', align: 'end', cell: ({ changedCount }) => count(changedCount) },
    { key: 'problems', header: 'Problems', align: 'end', cell: ({ problemCount }) => count(problemCount) },
    { key: 'by', header: 'Uploaded by', cell: ({ sentBy }) => <span translate="no">{sentBy ?? '–'}</span> },
    {
      key: 'at',
      header: 'Uploaded on',
      cell: ({ createdAt }) => <span className="tabular-nums">{dateAndTime(createdAt)}</span>,
    },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: ({ id, fileName }) => (
        <Button
          variant="ghost"
          size="small"
          aria-label={`Show ${fileName}`}
          aria-pressed={id === shownId}
          onClick={() => onShow(id)}
        >
          Show
        </Button>
      ),
    },
  ];
}
