package io.koordbridge.colo.cluster;

import io.koordbridge.colo.answer.ServerCheck;

/**
 * The replica that is asked, as one look at the cluster found it.
 *
 * @param pod its name
 * @param secure whether pages and API speak TLS there
 * @param check of the certificate, by the name of the Service, since a forwarded port has no name
 */
public record Leader(String pod, boolean secure, ServerCheck check) {}
