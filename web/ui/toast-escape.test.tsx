import { screen, waitFor } from '@testing-library/dom';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPart } from '#tests/support/web/render.tsx';
import { Dialog } from './Dialog.tsx';
import { type ToastMessage, ToastView } from './Toast.tsx';

function DialogAndToast({ message }: { message: ToastMessage | null }) {
  const [isOpen, setOpen] = useState(true);
  const [dismissed, setDismissed] = useState<ToastMessage['id'] | null>(null);
  return (
    <>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title="Edit group" description="Its name.">
        <input aria-label="Name" />
      </Dialog>
      <ToastView message={message?.id === dismissed ? null : message} onDismiss={setDismissed} />
    </>
  );
}

test('GEN-09 one press of Escape closes a dialog although a toast has opened above it', async () => {
  const { user, update } = renderPart(<DialogAndToast message={null} />);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.click(name);
  update(<DialogAndToast message={{ id: 1, title: 'Saved' }} />);
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText('Saved')).toBeNull();
});

test('GEN-09 Escape within a toast closes the toast alone', async () => {
  const { user, update } = renderPart(<DialogAndToast message={null} />);
  await screen.findByRole('textbox', { name: 'Name' });
  update(<DialogAndToast message={{ id: 1, title: 'Saved' }} />);
  (await screen.findByRole('button', { name: 'Dismiss', hidden: true })).focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Edit group' })).toBeVisible();
});
