#ifndef PHONOLITH_CSDL_H
#define PHONOLITH_CSDL_H

#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

// SDL's flags and positions are macros with casts, which Swift does not import.

static inline Uint32 phonolith_sdl_video(void) { return SDL_INIT_VIDEO; }
static inline int phonolith_sdl_centered(void) { return SDL_WINDOWPOS_CENTERED; }

/// Whether a renderer that has just been made is OpenGL without a graphics card, by Mesa's names of such: then SDL's own
/// software is faster, and loads no compiler.
static inline bool phonolith_imitates_graphics_card(SDL_Renderer *renderer)
{
    SDL_RendererInfo info;
    if (SDL_GetRendererInfo(renderer, &info) != 0 || strncmp(info.name, "opengl", 6) != 0) return false;
    const unsigned char *(*get_string)(unsigned) =
        (const unsigned char *(*)(unsigned))SDL_GL_GetProcAddress("glGetString");
    const unsigned gl_renderer = 0x1F01;
    const char *name = get_string ? (const char *)get_string(gl_renderer) : NULL;
    return name && (strstr(name, "llvmpipe") || strstr(name, "softpipe") || strstr(name, "Software"));
}

/// What Xlib calls when the connection to the display is lost.
typedef void (*phonolith_display_loss)(void);

#ifdef SDL_VIDEO_DRIVER_X11
static int phonolith_ignore_loss(Display *display) { (void)display; return 0; }
static int phonolith_ignore_refusal(Display *display, XErrorEvent *error) { (void)display, (void)error; return 0; }

static void phonolith_report_loss(Display *display, void *data)
{
    (void)display;
    ((phonolith_display_loss)data)();
}
#endif

/// Has a handler called when the display of a window goes away. Xlib would print lines and end the process; it does so
/// still if the handler returns. Nor does it end the process any more where the display refuses a request, such as SDL's
/// event by which a thread wakes up, if its window was closed meanwhile. Does nothing on displays other than X11, and with an Xlib before 1.7. SDL has opened
/// the library at run time, so it is asked for there.
static inline void phonolith_on_display_loss(SDL_Window *window, phonolith_display_loss handler)
{
#ifdef SDL_VIDEO_DRIVER_X11
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11) return;
    void *library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (!library) return;
    void (*set_exit)(Display *, void (*)(Display *, void *), void *) =
        (void (*)(Display *, void (*)(Display *, void *), void *))dlsym(
            library, "XSetIOErrorExitHandler");
    void (*set_report)(int (*)(Display *)) =
        (void (*)(int (*)(Display *)))dlsym(library, "XSetIOErrorHandler");
    if (!set_exit || !set_report) return;
    typedef int (*error_handler)(Display *, XErrorEvent *);
    error_handler (*set_refusal)(error_handler) =
        (error_handler (*)(error_handler))dlsym(library, "XSetErrorHandler");
    if (set_refusal) set_refusal(phonolith_ignore_refusal);
    set_report(phonolith_ignore_loss);
    set_exit(info.info.x11.display, phonolith_report_loss, (void *)handler);
#else
    (void)window, (void)handler;
#endif
}

#endif
