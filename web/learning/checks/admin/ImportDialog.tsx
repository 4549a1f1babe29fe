import { useId, useState } from 'react';
import type { AdminCheck, CheckFormat } from '#contract/learning/checks-admin.ts';
import { maxCheckFile } from '#contract/learning/checks-limits.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FileInput } from '#web/ui/FileInput.tsx';
import { Radio, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { kindNames, questionsText } from '../check-display.ts';
import { useImportFile, usePreviewFile } from './api.ts';
import { formatOf, mistakePlace } from './editor-display.ts';

export type ImportDialogProps = {
  check: AdminCheck;
  /** Time of the saved draft; null before the first save. */
  seenAt: string | null;
  onImported: (check: AdminCheck) => void;
  onClose: () => void;
};

const formatNames: Record<CheckFormat, string> = { json: 'JSON', gift: 'GIFT (Moodle)', aiken: 'Aiken' };

/** Dialog that imports questions from a file, once it has no mistake (CHECK-02). */
export function ImportDialog({ check, seenAt, onImported, onClose }: ImportDialogProps) {
  const name = useId();
  const [text, setText] = useState('');
  const [format, setFormat] = useState<CheckFormat>('gift');
  const [way, setWay] = useState<'append' | 'replace'>('append');
  const [failure, setFailure] = useState<string>();
  const previewing = usePreviewFile(check.resourceId);
  const importing = useImportFile(check.resourceId, (next) => {
    onImported(next);
    onClose();
  });
  const found = previewing.data;
  const isReady = found !== undefined && found.mistakeCount === 0 && found.questions.length > 0;

  function write(next: string, nextFormat = format) {
    setText(next);
    setFormat(nextFormat);
    setFailure(undefined);
    previewing.reset();
  }

  async function choose([file]: File[]) {
    if (!file) return;
    // UTF-8 has at most four bytes for each character that the limit counts.
    if (file.size > 4 * maxCheckFile) return setFailure('The file is too large. Divide it into several files.');
    try {
      const read = await file.text();
      write(read, formatOf(file.name, read));
    } catch {
      setFailure('The file could not be read. Choose it again.');
    }
  }

  return (
    <Dialog
      isOpen
      size="large"
      onOpenChange={(isOpen) => isOpen || onClose()}
      isBusy={importing.isPending}
      title="Import questions"
      description="From a file in JSON, GIFT or Aiken. Nothing is changed before you import, and nothing is published."
      footer={
        <>
          <Button variant="outline" disabled={importing.isPending} onClick={onClose}>
            Cancel
          </Button>
          {isReady ? (
            <Button
              isBusy={importing.isPending}
              onClick={() => importing.mutate({ format, text, way, updatedAt: seenAt ?? undefined })}
            >
              Import {questionsText(found.questions.length)}
            </Button>
          ) : (
            <Button
              disabled={text.trim() === ''}
              isBusy={previewing.isPending}
              onClick={() => previewing.mutate({ format, text })}
            >
              Check the file
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field label="File" isOptional error={failure} hint="Its text then appears below.">
          <FileInput accept=".json,.gift,.txt,text/plain,application/json" onChoose={(files) => void choose(files)} />
        </Field>
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <Field label="Format">
            <Select
              value={format}
              onChange={({ target }) =>
                write(text, target.value === 'json' || target.value === 'aiken' ? target.value : 'gift')
              }
            >
              {Object.entries(formatNames).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Text">
            <Textarea
              rows={8}
              spellCheck={false}
              value={text}
              onChange={({ target }) => write(target.value)}
              className="max-h-80 font-mono text-sm!"
            />
          </Field>
        </div>
        {found && found.mistakeCount > 0 ? (
          <div role="alert">
            <Banner tone="danger">
              <p className="font-semibold">
                {found.mistakeCount === 1 ? '1 mistake' : `${found.mistakeCount} mistakes`}: nothing can be imported
                yet.
              </p>
            </Banner>
            <ul className="lines-between mt-3 max-h-64 overflow-y-auto rounded-md border border-border text-sm">
              {found.mistakes.map((mistake) => (
                <li
                  key={`${mistakePlace(mistake)} ${mistake.sentence}`}
                  className="grid gap-x-4 px-4 py-2 sm:grid-cols-[7rem_minmax(0,1fr)]"
                >
                  <span className="font-semibold wrap-anywhere tabular-nums">{mistakePlace(mistake)}</span>
                  <span className="wrap-anywhere">{mistake.sentence}</span>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        {found && found.mistakeCount === 0 ? (
          <div role="status" className="flex flex-col gap-3">
            <Banner tone={found.questions.length > 0 ? 'success' : 'warning'}>
              {found.questions.length > 0
                ? `No mistakes: ${questionsText(found.questions.length)}.`
                : 'The file has no question.'}
            </Banner>
            {found.notes.length > 0 ? (
              <ul className="lines-between max-h-40 overflow-y-auto rounded-md border border-border text-sm">
                {found.notes.map((note) => (
                  <li
                    key={`${mistakePlace(note)} ${note.sentence}`}
                    className="grid gap-x-4 px-4 py-2 sm:grid-cols-[7rem_minmax(0,1fr)]"
                  >
                    <span className="font-semibold wrap-anywhere tabular-nums">{mistakePlace(note)}</span>
                    <span className="wrap-anywhere">{note.sentence}</span>
                  </li>
                ))}
              </ul>
            ) : null}
            <ol className="lines-between max-h-64 overflow-y-auto rounded-md border border-border text-sm">
              {found.questions.map(({ id, text: words, kind }, index) => (
                <li key={id} className="flex gap-3 px-4 py-2">
                  <span className="w-6 flex-none text-muted-foreground tabular-nums">{index + 1}</span>
                  <span className="min-w-0 flex-1 wrap-anywhere">{words}</span>
                  <span className="flex-none text-muted-foreground">{kindNames[kind]}</span>
                </li>
              ))}
            </ol>
          </div>
        ) : null}
        {isReady && check.content.questions.length > 0 ? (
          <RadioGroup legend="The questions of the draft">
            <Radio
              name={name}
              label="Keep them, and add these after them"
              checked={way === 'append'}
              onChange={() => setWay('append')}
            />
            <Radio
              name={name}
              label={found.settings ? 'Replace them and the settings' : 'Replace them'}
              checked={way === 'replace'}
              onChange={() => setWay('replace')}
            />
          </RadioGroup>
        ) : null}
      </div>
    </Dialog>
  );
}
