package io.koordbridge.manager.registration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * Where and for what the API server calls us.
 *
 * @param urlBase such as {@code https://host:9876}; empty for the Service
 * @param caBundle base64 of the CA certificates
 */
public record Endpoint(String serviceNamespace, String serviceName, Optional<String> urlBase, String caBundle) {

    /** Points an entry at us; a port of the Service is kept. */
    void address(ObjectNode clientConfig, String path) {
        clientConfig.put("caBundle", caBundle);
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
