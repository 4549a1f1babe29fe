import { type Import, mostImportRows } from '#contract/imports.ts';
import { templateText } from '#contract/publishing-columns.ts';
import { saveText } from '../../platform/download.ts';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { forgetChoice } from '../files/use-uploads.ts';
import { offeredFiles } from './display.ts';
import { useSending } from './use-sending.ts';

const hint = `CSV or JSON, at most 20 MB and ${mostImportRows.toLocaleString('en-GB')} rows`;

/** Takes a file of the catalogue; it is checked first and changes nothing by itself. */
export function UploadCard({ onSent }: { onSent: (sent: Import) => void }) {
  const { sending, send, remove } = useSending(onSent);

  function choose([file]: File[]) {
    if (file) send(file);
  }

  return (
    <Card className="flex flex-col gap-4">
      <h2>Import</h2>
      <p className="text-sm text-muted-foreground">
        Every row is checked first, and nothing changes until you say so. Then all of the file is imported, or nothing.
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
