/**
 * The colours that the tones of a brand are seen beside, and the tones that hold without a brand: those of
 * web/styles/tokens.css, which a test compares.
 */
export const surfaces = {
  light: {
    background: '#f4f7f5',
    foreground: '#13211e',
    card: '#ffffff',
    popover: '#ffffff',
    muted: '#e9efec',
    'muted-foreground': '#50605b',
    border: '#d8e0dc',
    input: '#7f8d88',
    secondary: '#e3ebe7',
    'secondary-foreground': '#1b312d',
    destructive: '#b3261e',
    sidebar: '#fbfcfb',
    'sidebar-foreground': '#3f504b',
    'progress-track': '#d5dfda',
  },
  dark: {
    background: '#0d1614',
    foreground: '#e8f0ed',
    card: '#15211e',
    popover: '#1b2926',
    muted: '#1e2d29',
    'muted-foreground': '#a3b5af',
    border: '#2a3b36',
    input: '#6c7f79',
    secondary: '#243430',
    'secondary-foreground': '#e0ebe7',
    destructive: '#ff9087',
    sidebar: '#101b18',
    'sidebar-foreground': '#b4c5bf',
    'progress-track': '#2a3b36',
  },
};

/** The tones of the portal's own brand. */
export const ownTones = {
  light: {
    primary: '#0d4f48',
    'primary-hover': '#093b36',
    'primary-foreground': '#ffffff',
    ring: '#1c8274',
    accent: '#dcebe6',
    'accent-foreground': '#0b4640',
    brand: '#0b3f3a',
    'brand-raised': '#14544d',
    'on-brand': '#f3faf7',
    'on-brand-muted': '#b6d3cb',
    'sidebar-accent': '#dcebe6',
    'sidebar-accent-foreground': '#0b4640',
    progress: '#0d6a5f',
    'art-ink': '#0b3f3a',
  },
  dark: {
    primary: '#7fd4c3',
    'primary-hover': '#9be2d4',
    'primary-foreground': '#06231f',
    ring: '#58c4b1',
    accent: '#1d3934',
    'accent-foreground': '#b5e8dc',
    brand: '#10332f',
    'brand-raised': '#17433d',
    'on-brand': '#f0f8f5',
    'on-brand-muted': '#abcbc2',
    'sidebar-accent': '#1d3934',
    'sidebar-accent-foreground': '#b5e8dc',
    progress: '#62c9b6',
    'art-ink': '#9dbfb6',
  },
};
