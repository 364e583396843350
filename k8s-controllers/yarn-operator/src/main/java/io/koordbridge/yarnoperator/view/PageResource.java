package io.koordbridge.yarnoperator.view;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The page: three files of the class path, nothing from outside. */
@Path("/")
public final class PageResource {

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data:";

    private final byte[] page = read("index.html");
    private final byte[] script = read("page.js");
    private final byte[] style = read("page.css");

    private static byte[] read(String name) {
        try (InputStream in = PageResource.class.getResourceAsStream("/page/" + name)) {
            if (in == null) {
                throw new IllegalStateException("/page/" + name + " is not on the class path");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read /page/" + name, e);
        }
    }

    /** The page. */
    @GET
    public Response page() {
        return answer(page, "text/html; charset=utf-8");
    }

    /** Its script. */
    @GET
    @Path("page.js")
    public Response script() {
        return answer(script, "text/javascript; charset=utf-8");
    }

    /** Its style. */
    @GET
    @Path("page.css")
    public Response style() {
        return answer(style, "text/css; charset=utf-8");
    }

    private static Response answer(byte[] body, String type) {
        return Response.ok(body, type)
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Cache-Control", "no-cache")
                .build();
    }
}
