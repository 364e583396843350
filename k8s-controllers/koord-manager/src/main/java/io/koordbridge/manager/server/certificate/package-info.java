/**
 * Certificates of the webhook, made by the process itself: a CA and a server certificate, shared by all replicas through a
 * Secret or kept in a directory. Input: settings, what is stored, the time. Output: a key store in use, the CA in the
 * MutatingWebhookConfiguration. Triggered every minute; manager specification section 9.1.
 */
@NullMarked
package io.koordbridge.manager.server.certificate;

import org.jspecify.annotations.NullMarked;
