/**
 * The quick start as its page says, and the next version after it, on a node that runs pods. Input: the blocks of docs/quickstart.md; a release
 * under two versions. Output: each block ran, printed what the page expects, or is named with the reason why it cannot run here; what the page
 * promises of protection and of YARN holds; an upgrade and the way back leave leases and containers alone. Trigger: a change of the page, of a
 * chart or of an image.
 */
package io.koordbridge.it.quickstart;
