/** Looks of the page that describes the API, in both themes. */
export const pageStyle = `
:root { color-scheme: light; --text: #211f26; --quiet: #65636d; --page: #fdfcfd; --card: #fff;
  --line: #dbd8e0; --accent: #4d1979; }
[data-theme="dark"] { color-scheme: dark; --text: #eeeef0; --quiet: #b5b2bc; --page: #131016;
  --card: #1a191b; --line: #3c393f; --accent: #cfa5f2; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 80rem; padding: 1.5rem clamp(1rem, 4vw, 2.5rem);
  background: var(--page); color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
header, nav, main { max-width: 60rem; }
h1, h2, h3 { line-height: 1.25; }
h3 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 0.25rem; font-size: 0.9rem; }
nav h2 { font-size: 1rem; margin: 1rem 0 0.25rem; }
nav ul { list-style: none; margin: 0; padding: 0; columns: 20rem; }
nav li { padding: 0.2rem 0; break-inside: avoid; overflow-wrap: anywhere; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
section { margin: 1rem 0; padding: 1rem 1.25rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 0.75rem; scroll-margin-top: 1rem; }
section:target { border-color: var(--accent); }
p { margin: 0.5rem 0; }
.quiet { color: var(--quiet); font-size: 0.9rem; }
dl { margin: 0; }
dl div { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.15rem 0; }
dt { min-width: 6rem; font-weight: 600; }
dd { margin: 0; flex: 1 1 20rem; overflow-wrap: anywhere; }
summary { cursor: pointer; min-height: 1.75rem; }
pre { overflow: auto; max-height: 24rem; margin: 0.5rem 0 0; padding: 0.75rem;
  border: 1px solid var(--line); border-radius: 0.5rem; font-size: 0.85rem; }
`;
