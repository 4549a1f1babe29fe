import type { ReactNode } from 'react';
import { usePortalConfig } from '#web/platform/config.ts';
import { PrincipleMark, rappPrincipleOrder } from '#web/ui/PrincipleMark.tsx';
import { ShapeStrip, SignInMosaic } from '#web/ui/ShapeArt.tsx';
import { useWords } from '#web/ui/words.ts';
import { BareFrame } from './BareFrame.tsx';
import { usualTagline } from './tagline-display.ts';

/** The frame of screens before sign-in: content left, the brand field right from 1024 px. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <BareFrame about={<Promises />} below={<PhoneStrip />}>
      {children}
    </BareFrame>
  );
}

/** The shapes below the content, on phones. */
export function PhoneStrip() {
  return <ShapeStrip className="mt-auto w-full pt-12 lg:hidden" />;
}

/** The portal's tagline, and the promise of each of the four principles. */
export function Promises() {
  const { tagline } = usePortalConfig();
  const { principles } = useWords();
  return (
    <>
      <SignInMosaic className="w-full max-w-100" />
      <div>
        <p className="max-w-[13em] text-balance font-display text-4xl leading-12 font-semibold tracking-[-0.02em]">
          {tagline ?? usualTagline}
        </p>
        <ul className="mt-8 grid max-w-132 grid-cols-2 gap-x-8 gap-y-4 text-sm text-on-brand-muted">
          {rappPrincipleOrder.map((principle) => (
            <li key={principle} className="flex gap-3">
              <span className="mt-1">
                <PrincipleMark
                  principle={principle}
                  tone={principle === 'responsible' ? 'on-brand' : 'art'}
                  size={14}
                />
              </span>
              <span>
                <b className="block font-semibold text-on-brand">{principles[principle].name}</b>
                {principles[principle].promise}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
