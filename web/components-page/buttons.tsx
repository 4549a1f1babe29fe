import { Bookmark, Download, Trash2 } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import type { ButtonVariant } from '../ui/button-classes.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { TextButton, TextLink } from '../ui/TextLink.tsx';
import { Specimen, State } from './specimen.tsx';

const variants: ButtonVariant[] = [
  'primary',
  'secondary',
  'outline',
  'ghost',
  'destructive',
  'destructive-outline',
  'destructive-ghost',
];

export function Buttons() {
  return (
    <>
      <Specimen name="Button">
        {variants.map((variant) => (
          <State key={variant} label={variant}>
            <Button variant={variant}>Save changes</Button>
          </State>
        ))}
        <State label="brand, on-brand: on the brand field">
          <div className="field-brand flex flex-wrap gap-3 rounded-lg p-4">
            <Button variant="brand">Browse</Button>
            <Button variant="on-brand">Take the assessment</Button>
          </div>
        </State>
        <State label="small">
          <Button size="small">Edit</Button>
        </State>
        <State label="with icon">
          <Button variant="outline">
            <Download size={18} />
            Download
          </Button>
        </State>
        <State label="busy">
          <Button isBusy>Saving…</Button>
        </State>
        <State label="disabled">
          <Button disabled>Save changes</Button>
        </State>
        <State label="unavailable, with a reason">
          <Button unavailableReason="You need a verified address first.">Redeem</Button>
        </State>
        <State label="asChild: a link">
          <Button asChild variant="secondary">
            <a href="#root">Back to the top</a>
          </Button>
        </State>
        <State label="block" isWide>
          <Button isBlock>Pay £40.00</Button>
        </State>
      </Specimen>
      <Specimen name="IconButton">
        <State label="ghost">
          <IconButton label="Save resource" icon={<Bookmark size={18} />} />
        </State>
        <State label="outline, small">
          <IconButton label="Save resource" icon={<Bookmark size={16} />} variant="outline" size="small" />
        </State>
        <State label="destructive-ghost">
          <IconButton label="Delete" icon={<Trash2 size={18} />} variant="destructive-ghost" />
        </State>
        <State label="disabled">
          <IconButton label="Delete the draft" icon={<Trash2 size={18} />} disabled />
        </State>
      </Specimen>
      <Specimen name="TextLink">
        <State label="link">
          <TextLink href="#root">Read the terms</TextLink>
        </State>
        <State label="TextButton">
          <TextButton>Send the link again</TextButton>
        </State>
      </Specimen>
    </>
  );
}
