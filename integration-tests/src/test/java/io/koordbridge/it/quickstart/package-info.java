/**
 * The quick start as its page says, on a node that runs pods. Input: the blocks of docs/quickstart.md. Output: each block ran, printed what the
 * page expects, or is named with the reason why it cannot run here; and what the page promises of protection and of YARN holds. Trigger: a
 * change of the page, of a chart or of an image.
 */
package io.koordbridge.it.quickstart;
