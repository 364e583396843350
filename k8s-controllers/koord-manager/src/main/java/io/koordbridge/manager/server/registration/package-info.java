/**
 * Registration of the webhook at the API server. Input: the two webhook configurations, the paths that are served and the CA.
 * Output: entries of served paths only, with CA and address, never covering the own namespace or kube-system. Triggered by
 * the certificate's keeper and by changes of the configurations; manager specification section 9.1.
 */
@NullMarked
package io.koordbridge.manager.server.registration;

import org.jspecify.annotations.NullMarked;
