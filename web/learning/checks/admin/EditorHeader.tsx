import { Link } from '@tanstack/react-router';
import { ArrowLeft, CloudOff, CloudUpload, Check as Kept } from 'lucide-react';
import type { ReactNode } from 'react';
import { dateAndTime, shortDate } from '#web/dates.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { TextButton } from '#web/ui/TextLink.tsx';
import type { CheckDraft } from './use-check-draft.ts';

export function EditorHeader({ draft, children }: { draft: CheckDraft; children: ReactNode }) {
  return (
    <header className="sticky top-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border bg-card px-4 py-2.5 lg:px-6">
      <Link to="/admin-dashboard" className={buttonClasses({ variant: 'ghost', size: 'small' })}>
        <ArrowLeft size={18} />
        Resources
      </Link>
      <DraftStatus draft={draft} />
      <span className="ml-auto flex items-center gap-2">{children}</span>
    </header>
  );
}

function DraftStatus({ draft: { check, state } }: { draft: CheckDraft }) {
  const Icon = state === 'saving' ? CloudUpload : state === 'saved' ? Kept : CloudOff;
  const text = {
    saving: 'Saving the draft',
    saved: check.updatedAt === null ? 'Nothing written yet' : `Draft saved ${dateAndTime(check.updatedAt)}`,
    unsaved: 'The draft is not saved. The page saves it when the connection is back.',
    conflict: 'The draft is not saved.',
  }[state];
  return (
    <p
      role="status"
      className="flex items-center gap-1.5 text-sm text-muted-foreground max-sm:order-last max-sm:w-full"
    >
      <Icon size={16} className={state === 'saved' ? undefined : 'text-warning-text'} />
      {text}
      {check.published && check.hasChanges ? (
        <span className="max-md:hidden">
          · Members still take version {check.published.version} of {shortDate(check.published.publishedAt)}
        </span>
      ) : null}
    </p>
  );
}

/** Lets the administrator choose between two versions after a conflict. */
export function Conflict({ draft: { settle } }: { draft: CheckDraft }) {
  return (
    <div className="mb-5">
      <Banner tone="danger" role="alert">
        <p>Another administrator changed this check after you opened it. Your changes are not saved.</p>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
          <TextButton className="text-danger-text! underline" onClick={() => void settle('theirs')}>
            Load their version
          </TextButton>
          <TextButton className="text-danger-text! underline" onClick={() => void settle('mine')}>
            Keep mine instead
          </TextButton>
        </p>
      </Banner>
    </div>
  );
}
