import styles from '../../styles/editor-later.css?url';

let loading: Promise<void> | undefined;

/** Loads code together with the styles of panels and dialogs. */
export async function withStyles<T>(code: Promise<T>): Promise<T> {
  loading ??= loadStyles();
  const [loaded] = await Promise.all([code, loading]);
  return loaded;
}

/** Adds the stylesheet to the page. After a failure, the next call tries again. */
function loadStyles(): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = styles;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      loading = undefined;
      reject(new Error("The styles couldn't be loaded."));
    };
    document.head.append(link);
  });
}
