import { File as FileIcon, RotateCcw, Upload, X } from 'lucide-react';
import { type ChangeEvent, type ComponentProps, useState } from 'react';
import { classes } from './classes.ts';
import { useFieldWiring } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import { ProgressBar } from './ProgressBar.tsx';

/** File in the list below the box. */
export type ChosenFile = {
  id: string;
  name: string;
  /** 0 to 100 while the file is being sent. */
  progressPercent?: number;
  error?: string;
};

export type FileInputProps = Omit<ComponentProps<'input'>, 'type' | 'value'> & {
  /** Text in the box; "Choose a file or drop it here" by default. */
  prompt?: string;
  /** Files to list. By default the component lists the files that were chosen last. */
  files?: ChosenFile[];
  /** Called with the files that were chosen or dropped. */
  onChoose?: (files: File[]) => void;
  /** Called by the remove button of a file; without it the files have no such button. */
  onRemove?: (id: string) => void;
  /** Called by the "try again" button of a file with an error; without it the files have no such button. */
  onRetry?: (id: string) => void;
};

/** Box that accepts files by click, keyboard or drop, and lists them with progress and a remove button. */
export function FileInput(props: FileInputProps) {
  const {
    prompt = 'Choose a file or drop it here',
    files,
    onChoose,
    onRemove,
    onRetry,
    className,
    onChange,
    ...input
  } = props;
  const wiring = useFieldWiring(input);
  const [chosenFiles, setChosenFiles] = useState<ChosenFile[]>([]);
  const listed = files ?? chosenFiles;

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(event.target.files ?? [])];
    setChosenFiles(chosen.map((file) => ({ id: `${file.name} ${file.size} ${file.lastModified}`, name: file.name })));
    onChange?.(event);
    onChoose?.(chosen);
  }

  return (
    <div className={classes('flex flex-col gap-2', className)}>
      <span
        className={classes(
          'relative flex min-h-20 items-center justify-center gap-2 rounded-md border border-dashed border-input bg-card px-4 py-3',
          'text-center text-sm text-muted-foreground hover:bg-accent hover:text-accent-foreground',
          'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring',
          'has-[[aria-invalid=true]]:border-destructive has-[:disabled]:bg-muted',
        )}
      >
        <Upload size={18} />
        {prompt}
        {/* The input covers the box, so that a file can be dropped anywhere on it. */}
        <input
          {...input}
          {...wiring}
          type="file"
          onChange={choose}
          className="absolute inset-0 size-full opacity-0 disabled:cursor-not-allowed"
        />
      </span>
      {listed.length > 0 ? <FileList files={listed} onRemove={onRemove} onRetry={onRetry} /> : null}
    </div>
  );
}

type FileListProps = { files: ChosenFile[] } & Pick<FileInputProps, 'onRemove' | 'onRetry'>;

function FileList({ files, onRemove, onRetry }: FileListProps) {
  return (
    <ul className="flex flex-col gap-2">
      {files.map((file) => (
        <li key={file.id} className="rounded-md border border-border bg-card px-3 py-1.5">
          <div className="flex min-h-8 items-center gap-2 text-sm">
            <FileIcon size={16} className="text-muted-foreground" />
            <span className="min-w-0 flex-1 truncate">{file.name}</span>
            {onRetry && file.error ? (
              <IconButton
                size="small"
                label={`Upload ${file.name} again`}
                icon={<RotateCcw size={16} />}
                onClick={() => onRetry(file.id)}
              />
            ) : null}
            {onRemove ? (
              <IconButton
                size="small"
                className="-mr-2"
                label={`Remove ${file.name}`}
                icon={<X size={16} />}
                onClick={() => onRemove(file.id)}
              />
            ) : null}
          </div>
          {file.progressPercent === undefined ? null : (
            <ProgressBar percent={file.progressPercent} label={`Uploading ${file.name}`} className="pb-1.5" />
          )}
          {file.error ? (
            <p role="alert" className="pb-1 text-sm text-destructive">
              {file.error}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
