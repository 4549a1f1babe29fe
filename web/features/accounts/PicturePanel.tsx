import { useRef } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { maxPictureBytes } from '#contract/files.ts';
import { toast } from '../../platform/toast.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { useRemovePicture, useUploadPicture } from '../files/api.ts';
import { fullName } from './display.ts';

/** The member's picture: shown, chosen and removed. */
export function PicturePanel({ member }: { member: CurrentUser }) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadPicture();
  const remove = useRemovePicture();
  const hasPicture = member.profileImageUrl !== null;

  function choose(file: File | undefined) {
    if (!file) return;
    if (file.size <= maxPictureBytes) upload.mutate(file);
    else toast({ title: 'Upload failed', description: 'Choose an image of at most 5 MB.', tone: 'destructive' });
  }

  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
      <Avatar name={fullName(member)} image={member.profileImageUrl} size="large" />
      <div className="min-w-0 flex-1 basis-48">
        <h3 className="text-sm font-semibold">Your picture</h3>
        <p className="text-sm text-muted-foreground">JPG, PNG, GIF or WebP, at most 5 MB. It is cut to a square.</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/gif,image/webp"
          aria-label="Picture file"
          className="hidden"
          onChange={(event) => {
            choose(event.currentTarget.files?.[0]);
            // So that the same file can be chosen again.
            event.currentTarget.value = '';
          }}
        />
        <Button variant="outline" size="small" isBusy={upload.isPending} onClick={() => input.current?.click()}>
          {hasPicture ? 'Replace Picture' : 'Upload Picture'}
        </Button>
        {hasPicture ? (
          <Button variant="destructive-ghost" size="small" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            Remove Picture
          </Button>
        ) : null}
      </div>
    </div>
  );
}
