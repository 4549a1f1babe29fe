import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { MemberNote } from '#contract/accounts-admin.ts';
import { shortDate } from '../../../dates.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Field } from '../../../ui/Field.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { notesQuery, useAddNote, useRemoveNote } from '../../accounts/admin/api.ts';

/** What administrators wrote down about a member (ADM-USER-20). */
export function NotesCard({ userId }: { userId: number }) {
  return (
    <Card>
      <h2 className="mb-4 text-lg">Notes</h2>
      <Loaded
        query={useQuery(notesQuery(userId))}
        skeleton={<Skeleton className="h-16 w-full" />}
        failure="The notes did not load"
      >
        {(notes) => (
          <>
            {notes.length === 0 ? (
              <p className="text-sm text-muted-foreground">
                Administrators see notes, and the member gets a copy on request.
              </p>
            ) : null}
            <ul aria-label="Notes" className="flex flex-col gap-4">
              {notes.map((note) => (
                <Note key={note.id} userId={userId} note={note} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <AddNote userId={userId} />
    </Card>
  );
}

function Note({ userId, note: { id, text, author, createdAt } }: { userId: number; note: MemberNote }) {
  const removing = useRemoveNote(userId);
  const remove = useSingleRun(() => removing.mutateAsync(id));
  return (
    <li className="flex items-start gap-2 border-l-2 border-border pl-3 text-sm">
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere whitespace-pre-wrap">{text}</span>
        <span className="block text-xs text-muted-foreground">
          {author}, {shortDate(createdAt)}
        </span>
      </span>
      <IconButton
        label={`Delete the note of ${author}`}
        icon={<Trash2 size={16} />}
        size="small"
        onClick={() => void remove()}
      />
    </li>
  );
}

function AddNote({ userId }: { userId: number }) {
  const [text, setText] = useState('');
  const adding = useAddNote(userId, () => setText(''));
  const add = useSingleRun(() => adding.mutateAsync(text));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() !== '') void add();
  }

  return (
    <form onSubmit={submit} className="mt-4 flex flex-col gap-3">
      <Field label="Note">
        <Textarea rows={2} maxLength={2000} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <Button
        type="submit"
        variant="outline"
        size="small"
        className="self-start"
        isBusy={adding.isPending}
        disabled={text.trim() === ''}
      >
        Add Note
      </Button>
    </form>
  );
}
