import { Copy, EllipsisVertical, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Dialog, type DialogProps } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { LazyMenu } from '../ui/LazyMenu.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { NavigationSheet } from '../ui/NavigationSheet.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { SubmitDialog } from '../ui/SubmitDialog.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { type ToastMessage, ToastView } from '../ui/Toast.tsx';
import { navigation } from './shell.tsx';
import { ignore, linkToTop, Specimen, State } from './specimen.tsx';

const items: MenuItem[] = [
  { kind: 'link', label: 'Open', link: linkToTop },
  { kind: 'action', label: 'Duplicate', icon: <Copy size={16} />, onSelect: ignore },
  { kind: 'choice', label: 'Published', isChosen: true, onSelect: ignore },
  { kind: 'separator', id: 'before-delete' },
  { kind: 'action', label: 'Delete', icon: <Trash2 size={16} />, isDestructive: true, onSelect: ignore },
];

const toasts: ToastMessage[] = [
  { id: 'neutral', title: 'You are offline.', description: 'Changes are kept until you are back.' },
  { id: 'success', title: 'Saved', tone: 'success', action: { label: 'Undo', onPress: ignore } },
  { id: 'destructive', title: 'Failed to save', description: 'Try again.', tone: 'destructive' },
];

export function Overlays() {
  return (
    <>
      <Dialogs />
      <Sheets />
      <Specimen name="Menu">
        <State label="with each kind of item">
          <Menu trigger={<IconButton label="Actions" icon={<EllipsisVertical size={18} />} />} items={items} />
        </State>
        <State label="aligned at the start">
          <Menu trigger={<Button variant="outline">More</Button>} items={items} align="start" />
        </State>
      </Specimen>
      <Specimen name="LazyMenu">
        <State label="loads its code when it is reached">
          <LazyMenu trigger={<Button variant="outline">Account</Button>} items={items} onUnavailable={ignore} />
        </State>
      </Specimen>
      <Toasts />
    </>
  );
}

type Opened = Pick<DialogProps, 'isOpen' | 'onOpenChange'>;

function Opener({ label, children }: { label: string; children: (opened: Opened) => ReactNode }) {
  const [isOpen, onOpenChange] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => onOpenChange(true)}>
        {label}
      </Button>
      {children({ isOpen, onOpenChange })}
    </>
  );
}

function Dialogs() {
  return (
    <>
      <Specimen name="Dialog">
        {(['small', 'medium', 'large'] as const).map((size) => (
          <State key={size} label={size}>
            <Opener label={`Open a ${size} dialog`}>
              {(opened) => (
                <Dialog
                  {...opened}
                  size={size}
                  title="Edit group"
                  description="Members see the name."
                  footer={<Button onClick={() => opened.onOpenChange(false)}>Save changes</Button>}
                >
                  <Field label="Name">
                    <TextInput defaultValue="Harbour team" />
                  </Field>
                </Dialog>
              )}
            </Opener>
          </State>
        ))}
      </Specimen>
      <Specimen name="SubmitDialog">
        {[false, true].map((isBusy) => (
          <State key={String(isBusy)} label={isBusy ? 'busy' : 'ready'}>
            <Opener label="Rename">
              {({ isOpen, onOpenChange }) => (
                <SubmitDialog
                  isOpen={isOpen}
                  isBusy={isBusy}
                  title="Rename this list"
                  submitLabel="Save"
                  onSubmit={() => onOpenChange(false)}
                  onClose={() => onOpenChange(false)}
                >
                  <Field label="Name">
                    <TextInput defaultValue="To read" />
                  </Field>
                </SubmitDialog>
              )}
            </Opener>
          </State>
        ))}
      </Specimen>
      <Specimen name="ConfirmDialog">
        {(['destructive', 'primary'] as const).map((tone) => (
          <State key={tone} label={tone}>
            <Opener label={tone === 'primary' ? 'Publish' : 'Delete'}>
              {(opened) => (
                <ConfirmDialog
                  {...opened}
                  tone={tone}
                  title={tone === 'primary' ? 'Publish this draft?' : 'Delete this draft?'}
                  description="This cannot be undone."
                  confirmLabel={tone === 'primary' ? 'Publish' : 'Delete'}
                  onConfirm={() => opened.onOpenChange(false)}
                />
              )}
            </Opener>
          </State>
        ))}
      </Specimen>
    </>
  );
}

function Sheets() {
  return (
    <>
      <Specimen name="Sheet">
        {(['left', 'right'] as const).map((side) => (
          <State key={side} label={side}>
            <Opener label={`Open at the ${side}`}>
              {(opened) => (
                <Sheet
                  {...opened}
                  side={side}
                  title="Filters"
                  footer={<Button onClick={() => opened.onOpenChange(false)}>Show 12 resources</Button>}
                >
                  <p>Content that scrolls.</p>
                </Sheet>
              )}
            </Opener>
          </State>
        ))}
      </Specimen>
      <Specimen name="NavigationSheet">
        <State label="on phones">
          <Opener label="Open the navigation">
            {(opened) => <NavigationSheet {...opened} entries={navigation} />}
          </Opener>
        </State>
      </Specimen>
    </>
  );
}

function Toasts() {
  const [message, setMessage] = useState<ToastMessage | null>(null);
  return (
    <Specimen name="Toast">
      {toasts.map((toast) => (
        <State key={toast.id} label={toast.tone ?? 'neutral'}>
          <Button variant="outline" onClick={() => setMessage(toast)}>
            {`Show: ${toast.title}`}
          </Button>
        </State>
      ))}
      <ToastView message={message} onDismiss={() => setMessage(null)} />
    </Specimen>
  );
}
