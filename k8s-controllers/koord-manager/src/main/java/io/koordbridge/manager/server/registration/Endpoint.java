package io.koordbridge.manager.server.registration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * Where and for what the API server calls us.
 *
 * @param urlBase such as {@code https://host:9876}; empty for the Service
 * @param caBundle base64 of the CA certificates
 * @param trustsPresent authorities that an entry trusts already stay trusted, because some replica may still need them
 */
public record Endpoint(
        String serviceNamespace, String serviceName, Optional<String> urlBase, String caBundle, boolean trustsPresent) {

    /**
     * Points an entry at us; a port of the Service is kept.
     *
     * @param presentBundle what the entry trusts now, may be empty
     */
    void address(ObjectNode clientConfig, String path, String presentBundle) {
        clientConfig.put("caBundle", trustsPresent ? TrustedAuthorities.with(caBundle, presentBundle) : caBundle);
        if (urlBase.isPresent()) {
            clientConfig.remove("service");
            clientConfig.put("url", urlBase.get() + path);
            return;
        }
        clientConfig.remove("url");
        ObjectNode service = clientConfig.withObject("/service");
        service.put("namespace", serviceNamespace).put("name", serviceName).put("path", path);
    }
}
