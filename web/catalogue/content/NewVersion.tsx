import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ContentChange, ContentCheck, ContentMistake, ContentState } from '#contract/catalogue/content-admin.ts';
import { useAction } from '#web/platform/action.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DataTable, type DataTableColumn, NoValue } from '#web/ui/DataTable.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FileInput } from '#web/ui/FileInput.tsx';
import { checkContent, useContentDownload, usePublishContent } from './api.ts';
import { checkText, nextVersion, publishedText, rejectionOf } from './display.ts';

type Chosen = { name: string; text: string };

/** Download of the current version, and upload of a file that is checked and published as the next version. */
export function NewVersion({ state }: { state: ContentState }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  // Another file may be chosen while the first is checked.
  const checking = useAction({ isConcurrent: true, send: ({ text }: Chosen) => checkContent(text) });
  const downloading = useContentDownload();
  const now = state.versions.find(({ version }) => version === state.current);

  async function choose([file]: File[]) {
    if (!file) return;
    checking.reset();
    const rejected = rejectionOf(file);
    setRefusal(rejected);
    setChosen(null);
    if (rejected !== null) return;
    const given = { name: file.name, text: await file.text() };
    setChosen(given);
    checking.mutate(given);
  }

  function remove() {
    setChosen(null);
    checking.reset();
  }

  const error = refusal ?? (checking.error ? sentenceOf(checking.error) : undefined);
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-80">
          <h2>Version {state.current}</h2>
          <p className="mt-1 max-w-152 text-sm text-pretty text-muted-foreground">
            {now ? `${publishedText(now)}. ` : null}Download it, change the texts in any editor, then choose the file
            here. Nothing changes before you publish it.
          </p>
        </div>
        <Button variant="outline" isBusy={downloading.isPending} onClick={() => downloading.mutate(state.current)}>
          {downloading.isPending ? null : <Download size={18} />}
          Download as a file
        </Button>
      </div>
      <Field label="File of content" hint="JSON. Ids stay as they are; every text can change." error={error}>
        <FileInput
          accept=".json,application/json"
          files={chosen ? [{ id: 'file', name: chosen.name }] : []}
          onChange={({ target }) => {
            // Resets the input, so that the same file can be chosen again after a correction.
            setTimeout(() => {
              target.value = '';
            });
          }}
          onChoose={(files) => void choose(files)}
          onRemove={remove}
        />
      </Field>
      <p role="status" className="text-sm empty:hidden">
        {checking.isPending ? 'Checking the file.' : null}
        {checking.data ? checkText(checking.data) : null}
      </p>
      {chosen && checking.data ? (
        <Checked
          check={checking.data}
          current={state.current}
          text={chosen.text}
          onPublished={remove}
          onConflict={() => checking.mutate(chosen)}
        />
      ) : null}
    </Card>
  );
}

type CheckedProps = {
  check: ContentCheck;
  current: string;
  text: string;
  onPublished: () => void;
  onConflict: () => void;
};

/** Results of the check, and the button that publishes a file without mistakes. */
function Checked({ check, current, text, onPublished, onConflict }: CheckedProps) {
  const [isAsking, setIsAsking] = useState(false);
  const publishing = usePublishContent(() => {
    setIsAsking(false);
    onConflict();
  });
  const { mistakes, mistakeCount, changes, changeCount, changesAssessment, exportedFrom } = check;
  if (mistakeCount > 0) {
    return <Found caption="Mistakes" columns={mistakeColumns} rows={mistakes} total={mistakeCount} noun="mistakes" />;
  }
  if (changeCount === 0) return null;
  const next = nextVersion(current);
  return (
    <>
      {exportedFrom === null ? null : (
        <Banner tone="warning">
          This file was downloaded from version {exportedFrom}, and version {current} is published now. Publishing this
          file also undoes the changes made in between. They are listed too.
        </Banner>
      )}
      {changesAssessment ? (
        <Banner>
          The assessment changes. Results that members already have keep the version they answered, and are not compared
          with later ones.
        </Banner>
      ) : null}
      <Found caption="Changes" columns={changeColumns} rows={changes} total={changeCount} noun="places" />
      <div className="flex justify-end">
        <Button onClick={() => setIsAsking(true)}>Publish as version {next}</Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Publish version ${next}?`}
        description="Every member and visitor sees it at once. You can publish an older version again at any time."
        confirmLabel="Publish"
        tone="primary"
        isBusy={publishing.isPending}
        onConfirm={() => publishing.mutate({ text, current }, { onSuccess: onPublished })}
      />
    </>
  );
}

type FoundProps<Row> = {
  caption: string;
  columns: DataTableColumn<Row>[];
  rows: readonly Row[];
  total: number;
  noun: string;
};

function Found<Row extends { path: string }>({ caption, columns, rows, total, noun }: FoundProps<Row>) {
  return (
    <div className="-mx-5 max-h-120 overflow-auto border-y border-border lg:-mx-6">
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows.map((row, index) => ({ ...row, index }))}
        rowKey={({ index }: Row & { index?: number }) => index ?? 0}
      />
      {total > rows.length ? (
        <p className="px-5 py-3 text-sm text-muted-foreground lg:px-6">
          The first {rows.length} of {total.toLocaleString('en-GB')} {noun} are listed.
        </p>
      ) : null}
    </div>
  );
}

const pathColumn = {
  key: 'path',
  header: 'Place',
  kind: 'subject' as const,
  cell: ({ path }: { path: string }) => <span className="wrap-anywhere">{path}</span>,
};

const mistakeColumns: DataTableColumn<ContentMistake>[] = [
  pathColumn,
  { key: 'sentence', header: 'What is wrong', cell: ({ sentence }) => sentence },
];

const textCell = (text: string | null) => (text === null ? <NoValue /> : <span className="wrap-anywhere">{text}</span>);

const changeColumns: DataTableColumn<ContentChange>[] = [
  pathColumn,
  { key: 'before', header: 'Now', cell: ({ before }) => textCell(before) },
  { key: 'after', header: 'In the file', cell: ({ after }) => textCell(after) },
];
