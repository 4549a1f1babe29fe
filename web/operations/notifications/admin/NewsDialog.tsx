import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { NewsForm, newsParagraphs } from '#contract/operations/notifications.ts';
import { FormDialog } from '#web/admin/FormDialog.tsx';
import { useSchemaForm } from '#web/platform/form.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { newsAudienceQuery, useSendNews, useSendTestNews } from '../api.ts';
import { keyed, membersOf } from '../display.ts';

/** Dialog for writing product news. It shows the mail and asks before it sends the news. */
export function NewsDialog({ onClose }: { onClose: () => void }) {
  const { data: audience } = useQuery(newsAudienceQuery);
  const [written, setWritten] = useState<NewsForm | null>(null);
  const form = useSchemaForm({
    shape: NewsForm,
    defaultValues: { subject: '', text: '' },
    send: async (values) => setWritten(values),
  });
  const sending = useSendNews(onClose);
  const readers = audience ? membersOf(audience.memberCount) : 'the members who agreed';
  return (
    <FormDialog
      form={form}
      title="Write news"
      description={
        audience &&
        `${membersOf(audience.memberCount)} with Marketing Emails on and a verified address would get it now.`
      }
      saveLabel={`Send to ${readers}`}
      onClose={onClose}
      over={
        <ConfirmDialog
          isOpen={written !== null}
          onOpenChange={(isOpen) => isOpen || setWritten(null)}
          title={`Send “${written?.subject}” to ${readers}?`}
          description="Emails that have been sent cannot be recalled."
          confirmLabel="Send news"
          dismissLabel="Keep Editing"
          tone="primary"
          isBusy={sending.isPending}
          onConfirm={() => written && sending.mutate(written, { onError: () => setWritten(null) })}
        />
      }
    >
      <Fields />
    </FormDialog>
  );
}

function Fields() {
  const { register, formState, handleSubmit } = useFormContext<NewsForm>();
  const { errors } = formState;
  const testing = useSendTestNews();
  return (
    <>
      <Field label="Subject" error={errors.subject?.message}>
        <TextInput {...register('subject')} />
      </Field>
      <Field
        label="Text"
        hint="An empty line begins a new paragraph. Addresses that begin with https:// become links."
        error={errors.text?.message}
      >
        <Textarea rows={8} {...register('text')} />
      </Field>
      <Preview />
      <div>
        <Button
          variant="outline"
          isBusy={testing.isPending}
          onClick={() => void handleSubmit((values) => testing.mutate(values))()}
        >
          Send test to me
        </Button>
      </div>
    </>
  );
}

/** Preview of the mail while it is being written. */
function Preview() {
  const { subject = '', text = '' } = useWatch<NewsForm>();
  if (subject.trim() === '' && text.trim() === '') return null;
  return (
    <section aria-label="Preview" className="rounded-lg border border-border bg-card p-5">
      <h3 className="text-lg font-semibold wrap-anywhere">{subject}</h3>
      {keyed(newsParagraphs(text)).map(({ key, value: parts }) => (
        <p key={key} className="mt-3 wrap-anywhere whitespace-pre-line">
          {keyed(parts).map(({ key, value: part }) =>
            part.url === undefined ? (
              part.text
            ) : (
              <a key={key} href={part.url} target="_blank" rel="noreferrer">
                {part.text}
              </a>
            ),
          )}
        </p>
      ))}
    </section>
  );
}
