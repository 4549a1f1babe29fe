import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { Banner } from '#web/ui/Banner.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FileInput } from '#web/ui/FileInput.tsx';
import { uploadQuery } from './api.ts';
import { fileHints, offeredFiles, uploadFailures } from './display.ts';
import { forgetChoice, useUploads } from './use-uploads.ts';

export type UploadedDocument = { url: string; name: string };

export type DocumentFieldProps = {
  label: string;
  isOptional?: boolean;
  error?: string;
  document: UploadedDocument | null;
  /** Returns the name for the file; called when a file is chosen. */
  getTitle: () => string;
  onChange: (document: UploadedDocument | null) => void;
  inputRef?: Ref<HTMLInputElement>;
};

/** Field for one document: uploads the chosen file, replaces it and removes it. */
export function DocumentField(props: DocumentFieldProps) {
  const { label, isOptional, error, document, getTitle, onChange, inputRef } = props;
  const { running, start, stop, stopAll } = useUploads({
    kind: 'document',
    failureText: uploadFailures.document,
    getTitle,
    onUploaded: (url, name) => onChange({ url, name }),
  });

  function choose(files: File[]) {
    stopAll();
    start(files.slice(0, 1));
  }

  function remove(id: string) {
    if (running.length > 0) stop(id);
    else onChange(null);
  }

  return (
    <div className="flex flex-col gap-3">
      <Field label={label} isOptional={isOptional} hint={fileHints.document} error={error}>
        <FileInput
          ref={inputRef}
          accept={offeredFiles.document}
          prompt={document ? 'Choose another file or drop it here' : 'Choose a file or drop it here'}
          files={running.length > 0 || !document ? running : [{ id: document.url, name: document.name }]}
          onChange={forgetChoice}
          onChoose={choose}
          onRemove={remove}
        />
      </Field>
      <FileWarning address={document?.url ?? ''} />
    </div>
  );
}

/** Warning about a file that members may be unable to read. The file can be kept anyway. */
function FileWarning({ address }: { address: string }) {
  const { data } = useQuery(uploadQuery(address));
  return data?.warning ? (
    <Banner tone="warning" role="status">
      {data.warning}
    </Banner>
  ) : null;
}
