import { firstCharacters } from '#contract/characters.ts';
import { classes } from './classes.ts';

const sizes = { small: 'size-8 text-xs', large: 'size-18 text-2xl font-display' };

type AvatarProps = { name: string; image?: string | null; size?: 'small' | 'large' };

/**
 * A person's picture in a circle, or the initials. Screen readers hear the initials in both cases, so put the full name
 * beside the avatar only where that helps.
 */
export function Avatar({ name, image, size = 'small' }: AvatarProps) {
  if (image) {
    return (
      <img
        src={image}
        alt={initials(name)}
        className={classes('flex-none rounded-full bg-accent object-cover', sizes[size])}
      />
    );
  }
  return (
    <span
      translate="no"
      className={classes(
        'grid flex-none place-items-center rounded-full bg-accent font-semibold text-accent-foreground',
        sizes[size],
      )}
    >
      {initials(name)}
    </span>
  );
}

/**
 * Returns the first letters of the first and the last word of a name ("Mira van Tollander" gives "MT"), or one letter
 * of an email address.
 */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s@]+/u)
    .filter(Boolean);
  const first = words[0] ?? '';
  const last = name.includes('@') ? '' : words.length > 1 ? (words.at(-1) ?? '') : '';
  return [first, last]
    .map((word) => firstCharacters(word, 1))
    .join('')
    .toUpperCase();
}
