package io.koordbridge.frame;

import io.koordbridge.page.library.PageLibrary;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** The page of a process: files below {@code /page} of the class path and of its libraries, nothing from outside. */
@Path("/")
public final class PageResource {

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final List<PageLibrary> libraries;

    /** With the libraries that the page loads. */
    public PageResource(PageLibrary... libraries) {
        this.libraries = List.of(libraries);
    }

    /** The page. */
    @GET
    public Response page() {
        return file("index.html", "text/html");
    }

    /** Its scripts. */
    @GET
    @Path("{name: [a-z]+\\.js}")
    public Response script(@PathParam("name") String name) {
        return file(name, "text/javascript");
    }

    /** Its styles. */
    @GET
    @Path("{name: [a-z]+\\.css}")
    public Response style(@PathParam("name") String name) {
        return file(name, "text/css");
    }

    private Response file(String name, String type) {
        String resource = libraries.stream()
                .flatMap(library -> library.resource(name).stream())
                .findFirst()
                .orElse("/page/" + name);
        try (InputStream in = PageResource.class.getResourceAsStream(resource)) {
            if (in == null) {
                return Response.status(Response.Status.NOT_FOUND).build();
            }
            return Response.ok(in.readAllBytes(), type + "; charset=utf-8")
                    .header("Content-Security-Policy", POLICY)
                    .header("X-Content-Type-Options", "nosniff")
                    .header("Cache-Control", "no-cache")
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource, e);
        }
    }
}
