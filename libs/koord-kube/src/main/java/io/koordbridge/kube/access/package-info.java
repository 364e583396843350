/**
 * Who may read a process's pages over HTTP. In: the caller's address and bearer token. Out: nothing, or why the request is refused. The API
 * server decides: TokenReview says who it is, SubjectAccessReview whether it may.
 */
@NullMarked
package io.koordbridge.kube.access;

import org.jspecify.annotations.NullMarked;
